/** A person's own pages. */
export const profile = {
  navigation: 'أقسام حسابي',
  sections: {
    person: 'بياناتي',
    security: 'الأمان والدخول',
    orders: 'طلباتي',
    data: 'نسخة بياناتي وحذف الحساب',
  },

  person: {
    title: 'بياناتي',
    lead: 'اسمك وصورتك كما يراهما المعهد وزملاؤك.',
    email: 'البريد الإلكتروني',
    emailStays: 'بريدك هو ما نعرف به حسابك وترتبط به طلباتك وشهاداتك، لذلك لا يتغيّر.',
  },
}
