/** One kind of a person's data, as the export prints it. */
export type Table = { name: string; title: string; columns: string[]; rows: string[][] }
