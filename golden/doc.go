// Package golden holds the cases that the five seed documents give, as data, and
// runs every one of them through the product. It has tests only.
package golden
