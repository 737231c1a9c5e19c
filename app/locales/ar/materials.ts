/** Files that learners get. Arabic is the source: English must match its type. */
export const materials = {
  /** The name of a file whose own says nothing. */
  unnamed: 'ملف',
}
