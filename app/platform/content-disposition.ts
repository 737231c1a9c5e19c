/** The `Content-Disposition` header (RFC 6266). */

/** A download with its file name: in ASCII for old browsers, in UTF-8 for all others (RFC 8187). */
export function attachment(fileName: string): string {
  const asciiName = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encodedName = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`
}
