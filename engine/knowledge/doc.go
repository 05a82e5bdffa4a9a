// Package knowledge says what a seat can know of where the cards of a round lie, and which cards could be exchanged
// without that seat noticing.
//
// A [Witness] follows the piles of a whole round. The promises of engine/conform use it to exchange hidden cards in a
// real round. No player may hold one, because it knows the deal: bots guess from their view and the events that they
// saw (engine.Guesser).
package knowledge
