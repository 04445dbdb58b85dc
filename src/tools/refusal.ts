/** A call was refused before anything was sent; the message is for a model. */
export class Refusal extends Error {}
