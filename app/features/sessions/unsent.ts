/** The part of an address that says that a form of the page was sent after the session had ended. */
export const UNSENT = 'unsent'
