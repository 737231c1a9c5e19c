/** What the form of a proof and the page of a list tell each other of the file. */

/** Sent by a page whose scripts run: it says itself that the file comes, and stays as it is. */
export const DIRECT_FIELD = 'proofDirect'

/** The address of a file that only has to be opened. */
export type ReadyFile = { file: string }
