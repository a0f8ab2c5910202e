/* Fleets and menus as statusd reads and writes them: arrays sorted by id, sections by category, descending. */
#include "entities.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static void put_coordinate(const json_t *value) {
  const json_t *latitude = json_object_get(value, "latitude"), *longitude = json_object_get(value, "longitude");
  if (!latitude) {
    latitude = json_object_get(value, "lat");
    longitude = json_object_get(value, "lng");
  }
  put("{\"latitude\":");
  put_number(latitude, -90, 90);
  put(",\"longitude\":");
  put_number(longitude, -180, 180);
  put("}");
}

static void put_optional(const char *name, const json_t *value) {
  if (!value) return;
  put(name);
  put_string(value);
}

static void put_courier(const json_t *courier) {
  put("{\"id\":");
  put_string(json_object_get(courier, "id"));
  put(",\"name\":");
  put_string(json_object_get(courier, "name"));
  put(",\"location\":");
  put_coordinate(json_object_get(courier, "location"));
  put_optional(",\"packageId\":", json_object_get(courier, "packageId"));
  put_optional(",\"vehicleId\":", json_object_get(courier, "vehicleId"));
  put("}");
}

static void put_package(const json_t *package) {
  put("{\"id\":");
  put_string(json_object_get(package, "id"));
  put(",\"destination\":");
  put_coordinate(json_object_get(package, "destination"));
  put_optional(",\"courierId\":", json_object_get(package, "courierId"));
  put(",\"delivered\":");
  put_boolean(json_object_get(package, "delivered"));
  put(",\"location\":");
  put_coordinate(json_object_get(package, "location"));
  put("}");
}

static void put_vehicle(const json_t *vehicle) {
  put("{\"id\":");
  put_string(json_object_get(vehicle, "id"));
  put_optional(",\"courierId\":", json_object_get(vehicle, "courierId"));
  put(",\"location\":");
  put_coordinate(json_object_get(vehicle, "location"));
  put(",\"name\":");
  put_string(json_object_get(vehicle, "name"));
  put("}");
}

static int by_id(const void *left, const void *right) {
  const json_t *a = json_object_get(*(json_t *const *)left, "id");
  const json_t *b = json_object_get(*(json_t *const *)right, "id");
  if (!json_is_string(a) || !json_is_string(b)) exit(65);
  return strcmp(json_string_value(a), json_string_value(b));
}

/* The elements of `array`, to be freed. */
static const json_t **elements(const json_t *array, size_t *count) {
  if (!json_is_array(array)) exit(65);
  *count = json_array_size(array);
  const json_t **list = malloc((*count + 1) * sizeof *list);
  if (!list) exit(71);
  for (size_t index = 0; index < *count; index++) list[index] = json_array_get(array, index);
  return list;
}

static void put_sorted(const char *name, const json_t *array, void (*put_entity)(const json_t *)) {
  size_t count;
  const json_t **list = elements(array, &count);
  qsort(list, count, sizeof *list, by_id);
  put(name);
  for (size_t index = 0; index < count; index++) {
    put(index ? "," : "[");
    put_entity(list[index]);
  }
  put(count ? "]" : "[]");
  free(list);
}

void put_fleet(const json_t *fleet) {
  put("{\"central\":");
  put_coordinate(json_object_get(fleet, "central"));
  put_sorted(",\"couriers\":", json_object_get(fleet, "couriers"), put_courier);
  put_sorted(",\"packages\":", json_object_get(fleet, "packages"), put_package);
  put_sorted(",\"vehicles\":", json_object_get(fleet, "vehicles"), put_vehicle);
  put("}");
}

/* MARK: Menu */

struct item {
  const json_t *value;
  const json_t *category;
  size_t place;
};

/* In the order of the source within a category: qsort alone keeps no order. */
static int by_category(const void *left, const void *right) {
  const struct item *a = left, *b = right;
  int order = strcmp(json_string_value(b->category), json_string_value(a->category));
  return order ? order : (a->place > b->place) - (a->place < b->place);
}

static void put_item(const struct item *item) {
  put("{\"name\":");
  put_string(json_object_get(item->value, "name"));
  put(",\"category\":");
  put_string(item->category);
  put(",\"spicy\":");
  put_boolean(json_object_get(item->value, "spicy"));
  put(",\"price\":");
  put_number(json_object_get(item->value, "price"), -DBL_MAX, DBL_MAX);
  put("}");
}

void put_menu(const json_t *menu) {
  const json_t *array = json_is_array(menu) ? menu : json_object_get(menu, "items");
  size_t count = json_array_size(array);
  struct item *items = calloc(count + 1, sizeof *items);
  if (!items || !json_is_array(array)) exit(65);
  for (size_t index = 0; index < count; index++) {
    const json_t *value = json_array_get(array, index), *category = json_object_get(value, "category");
    if (json_is_object(category)) category = json_object_get(category, "name");
    if (!json_is_string(category)) exit(65);
    items[index] = (struct item){value, category, index};
  }
  qsort(items, count, sizeof *items, by_category);
  put("{\"sections\":[");
  for (size_t index = 0; index < count; index++) {
    int is_first = index == 0 || !json_equal(items[index].category, items[index - 1].category);
    if (is_first) {
      put(index ? "]},{\"category\":" : "{\"category\":");
      put_string(items[index].category);
      put(",\"items\":[");
    } else {
      put(",");
    }
    put_item(&items[index]);
  }
  put(count ? "]}]}" : "]}");
  free(items);
}
