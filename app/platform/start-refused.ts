/** The product must not start as things are; the message says why and what to do. */
export class StartRefused extends Error {}
