/** The footer of every mail. */
export const emailFooter = {
  /** Why the recipient gets a mail about an account. */
  reason: 'وصلتك هذه الرسالة لأن بريدك هذا استُخدم في موقعنا. أُرسلت آليًا، ويصل الرد عليها إلى المعهد.',
}
