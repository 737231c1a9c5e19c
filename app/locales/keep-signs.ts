/** `Security+` and `C#` in Arabic: without the mark after it, the sign would stand before the name. */
export const keepSigns = (text: string) => text.replace(/([A-Za-z][+#%]+)(?![A-Za-z0-9+#%])/g, '$1\u200e')
