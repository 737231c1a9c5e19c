/** The page on which an invited member of staff creates an account. */
export const staff = {
  title: 'دعوة إلى فريق معهد',
  description: 'افتح حسابك للعمل في معهد.',
  lead: 'حسابك سيكون بهذا البريد:',
  submit: 'فتح الحساب',
  goneTitle: 'لم تعد هذه الدعوة صالحة',
  haveAccount: 'لديك حساب؟',
  signIn: 'سجّل الدخول',
}
