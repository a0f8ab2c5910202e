# What each bar takes for a line, made of a block of the i3bar protocol, whose colour says how things are.

def state: {"#DC322F": "failed", "#B58900": "stale"}[.color // ""]
  // if .full_text == "…" then "loading" else "ok" end;

# In Pango, polybar and tmux: what begins markup in a text begins none.
def pango: gsub("&"; "&amp;") | gsub("<"; "&lt;") | gsub(">"; "&gt;");
def polybar: gsub("%[{]"; "%%{T-}{");
def tmux: gsub("#"; "##");

def between($first; $last): if $first then "\($first)\(.)\($last)" else . end;

if $bar == "waybar" then
  {text: .full_text | pango, alt: state, tooltip: "\(.instance): \(.full_text)" | pango, class: state} | tojson
elif $bar == "i3status-rust" then
  {icon: "", state: ({failed: "Critical", stale: "Warning"}[state] // "Idle"), text: .full_text | pango} | tojson
elif $bar == "polybar" then
  (if .color then "%{F\(.color)}" else null end) as $first | .full_text | polybar | between($first; "%{F-}")
else
  {failed: "#[fg=red]", stale: "#[fg=yellow]"}[state] as $first
    | .full_text | tmux | between($first; "#[fg=default]")
end
