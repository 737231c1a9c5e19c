/** Names of devices in lists and mails. */
export const deviceTexts = {
  browserOn: (browser: string, system: string) => `${browser} على ${system}`,
  unknown: 'جهاز غير معروف',
}
