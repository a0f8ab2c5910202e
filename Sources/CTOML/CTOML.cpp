// Compiled in, without the library's own shared object and without what writes TOML.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>

#include "CTOML.h"

namespace {

struct Walk {
  void *context;
  void (*enter)(void *, const statusd_toml_node *);
  void (*leave)(void *);

  // The depth is that of the parser, which refuses more than 256.
  void visit(std::string_view name, const toml::node &node) const {
    statusd_toml_node seen{};
    seen.name = name.data();
    seen.name_count = name.size();
    switch (node.type()) {
      case toml::node_type::table:
        seen.kind = statusd_toml_table;
        enter(context, &seen);
        for (auto &&[key, value] : *node.as_table()) visit(key.str(), value);
        return leave(context);
      case toml::node_type::array:
        seen.kind = statusd_toml_array;
        enter(context, &seen);
        for (auto &&value : *node.as_array()) visit({}, value);
        return leave(context);
      case toml::node_type::string: {
        const std::string &text = node.as_string()->get();
        seen.kind = statusd_toml_string;
        seen.text = text.data();
        seen.text_count = text.size();
        break;
      }
      case toml::node_type::integer:
        seen.kind = statusd_toml_integer;
        seen.integer = node.as_integer()->get();
        break;
      case toml::node_type::floating_point:
        seen.kind = statusd_toml_real;
        seen.real = node.as_floating_point()->get();
        break;
      case toml::node_type::boolean:
        seen.kind = statusd_toml_boolean;
        seen.boolean = node.as_boolean()->get();
        break;
      default: seen.kind = statusd_toml_time; break;
    }
    enter(context, &seen);
  }
};

}  // namespace

bool statusd_toml_walk(const char *text, size_t count, void *context,
                       void (*enter)(void *, const statusd_toml_node *), void (*leave)(void *),
                       statusd_toml_error *error) {
  const toml::parse_result result = toml::parse(std::string_view(text, count));
  if (!result) {
    const toml::parse_error &failure = result.error();
    error->line = failure.source().begin.line;
    error->column = failure.source().begin.column;
    const std::string_view words = failure.description();
    const size_t length = std::min(words.size(), sizeof error->message - 1);
    std::copy_n(words.data(), length, error->message);
    error->message[length] = 0;
    return false;
  }
  Walk{context, enter, leave}.visit({}, result.table());
  return true;
}
