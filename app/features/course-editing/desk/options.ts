/** The options of a choice by its texts. */
export const optionsOf = (texts: Record<string | number, string>): { value: string | number; label: string }[] =>
  Object.entries(texts).map(([value, label]) => ({ value, label }))
