/** Arabic is the source: English must match its type. */
export const orderDocuments = {
  invoice: 'الفاتورة',
  creditNote: (number: string) => `إشعار دائن ${number}`,
  of: (paper: string, course: string) => `${paper}: ${course}`,
}
