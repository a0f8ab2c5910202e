#include <jansson.h>

/* These write to the end of the response, and end the program if the value is of another type. */
void put(const char *text);
void put_string(const json_t *value);
void put_number(const json_t *value, double least, double most);
void put_boolean(const json_t *value);

void put_fleet(const json_t *fleet);
void put_menu(const json_t *menu);
