/** The page on which an invited member of staff creates an account. */
export const staff = {
  title: (institute: string) => `دعوة إلى فريق ${institute}`,
  description: (institute: string) => `افتح حسابك للعمل في ${institute}.`,
  lead: 'حسابك سيكون بهذا البريد:',
  submit: 'افتح الحساب',
  goneTitle: 'لم تعد هذه الدعوة صالحة',
  haveAccount: 'لديك حساب؟',
  signIn: 'سجّل الدخول',
}
