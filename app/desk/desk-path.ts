/** Whether a page belongs to the desk, or the data of one, which the router requests with `.data` at its end. */
export const isDeskPath = (pathname: string): boolean => /^\/(?:ar|en)\/desk(?:[/.]|$)/.test(pathname)
