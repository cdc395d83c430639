package reply

// Items are the objects of a list: the value itself, or what is under the first
// of the keys that is there, as in {"memories": [...]}. An object alone is a list
// of one, unless it is empty. What is not an object is counted in skipped.
func Items(value any, keys ...string) (items []Object, skipped int) {
	value = unwrapped(value)
	if o, ok := object(value); ok {
		return itemsOf(o, keys)
	}
	list, ok := value.([]any)
	if !ok {
		return nil, count(value)
	}
	for _, v := range list {
		o, ok := object(v)
		if !ok {
			skipped++
			continue
		}
		more, odd := []Object{o}, 0
		if _, wrapper := first(o, keys, array); wrapper { // one of several replies in a row
			more, odd = itemsOf(o, keys)
		}
		items, skipped = append(items, more...), skipped+odd
	}
	return items, skipped
}

func itemsOf(o Object, keys []string) (items []Object, skipped int) {
	for _, key := range keys {
		if v, ok := o.field(key); ok {
			return Items(v)
		}
	}
	if len(o) == 0 {
		return nil, 0
	}
	return []Object{o}, 0
}

func array(v any) ([]any, bool) {
	list, ok := unwrapped(v).([]any)
	return list, ok
}

// count is what a value that is no list counts for: null is nothing.
func count(v any) int {
	if v == nil {
		return 0
	}
	return 1
}
