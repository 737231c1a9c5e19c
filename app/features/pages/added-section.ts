const ADDED = /^added-\d{1,4}$/

/** Whether staff added the section; the product knows how to show the others by their keys. */
export const isAddedSection = (key: string): boolean => ADDED.test(key)
