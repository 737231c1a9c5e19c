/** The address of a page, as its loaders and actions need it. */

/** Which loaders a data request is for: the router's own part of the query. */
export const LOADERS_FIELD = '_routes'

/**
 * The address of the page that a request is for. The router asks for a page's data, and sends its forms, at the address
 * with `.data`, and names the loaders: a visitor who is sent to sign in returns to the page, not to its data.
 */
export function pageAddressOf(request: Request): URL {
  const address = new URL(request.url)
  address.pathname = address.pathname.replace(/(?:(?<=\/)_)?\.data$/, '')
  if (address.searchParams.has(LOADERS_FIELD)) address.searchParams.delete(LOADERS_FIELD)
  return address
}
