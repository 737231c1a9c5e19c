/** Addresses of uploaded files. Not in `links.ts`, which the scripts of every page contain. */

/** Public while the file's subject is public. @param name one of the file's names in storage, or its file name */
export function fileAddress(id: string, name: string): string {
  return `/files/${id}/${encodeURIComponent(name.toWellFormed())}`
}
