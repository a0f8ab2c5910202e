# What each bar takes for a line, made of a block of the i3bar protocol, which has the class of the line in `_class`.

# In Pango, polybar and tmux: what begins markup in a text begins none.
def pango: gsub("&"; "&amp;") | gsub("<"; "&lt;") | gsub(">"; "&gt;");
def polybar: gsub("%[{]"; "%%{T-}{");
def tmux: gsub("#"; "##") | if endswith("#") then . + "#[]" else . end;

def between($first; $last): if $first then "\($first)\(.)\($last)" else . end;

if $bar == "waybar" then
  {text: .full_text | pango, alt: ._class, tooltip: "\(.instance): \(.full_text)" | pango, class: ._class} | tojson
elif $bar == "i3status-rust" then
  {icon: "", state: ({failed: "Critical", stale: "Warning", warning: "Warning"}[._class] // "Idle"), text: .full_text | pango} | tojson
elif $bar == "polybar" then
  (if .color then "%{F\(.color)}" else null end) as $first | .full_text | polybar | between($first; "%{F-}")
else
  {failed: "#[fg=red]", stale: "#[fg=yellow]", warning: "#[fg=yellow]"}[._class] as $first
    | .full_text | tmux | between($first; "#[fg=default]")
end
