/** Mails to the institute’s staff. */
export const staffEmails = {
  roles: {
    Owner: 'الملكية',
    Admin: 'الإشراف',
    Finance: 'المالية',
    Content: 'المحتوى',
    Teacher: 'التدريب',
    Student: 'التعلّم',
  },
  invitation: {
    subject: (institute: string) => `دعوة للعمل في ${institute}`,
    title: (institute: string) => `انضم إلى فريق ${institute}`,
    body: (institute: string, role: string) =>
      `دُعيت إلى فريق ${institute} بدور «${role}». افتح الرابط واختر كلمة مرور، فيُفتح حسابك.`,
    valid: (days: number) => `يصلح الرابط لمرة واحدة، خلال ${days} أيام.`,
    notYou: 'الرابط لك وحدك، فلا تعطه أحدًا. وإن لم تكن تنتظر هذه الدعوة فتجاهل الرسالة.',
    open: 'اقبل الدعوة',
  },
  rolesGiven: {
    subject: (institute: string) => `صلاحياتك في ${institute} تغيّرت`,
    title: 'صلاحيات جديدة في حسابك',
    body: (institute: string, roles: string[]) =>
      `لحسابك في ${institute} الآن هذه الأدوار: ${roles.join('، ')}. سجّل الدخول بكلمة مرورك المعتادة.`,
    notYou: 'إن لم تكن تنتظر هذا التغيير فأخبر مالك المعهد.',
    open: 'سجّل الدخول',
  },
}
