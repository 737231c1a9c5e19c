/** The id of `DoneAlert`. */
export const DONE_ID = 'done'
