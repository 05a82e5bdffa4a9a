// Package rummy is Rummy.
package rummy
