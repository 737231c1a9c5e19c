/** Labels of the links to an invoice and its credit notes. Arabic is the source: English must match its type. */
export const ordersDocuments = {
  invoice: 'الفاتورة',
  debitNote: (number: string) => `إشعار مدين ${number}`,
  creditNote: (number: string) => `إشعار دائن ${number}`,
  of: (document: string, course: string) => `${document}: ${course}`,
}
