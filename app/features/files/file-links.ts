/** Addresses of files that people sent. Of their own, since the first pages' scripts carry all those of `links.ts`. */

/** Open while everybody may see what the file belongs to. `name` is one of its files in storage, or what it is called. */
export function fileAddress(id: string, name: string): string {
  return `/files/${id}/${encodeURIComponent(name.toWellFormed())}`
}
