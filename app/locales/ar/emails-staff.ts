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
    subject: 'دعوة للعمل في معهد',
    title: 'انضم إلى فريق معهد',
    body: (role: string) => `دُعيت إلى فريق معهد بدور «${role}». افتح الرابط واختر كلمة مرور، فيُفتح حسابك.`,
    valid: (days: number) => `يصلح الرابط لمرة واحدة، خلال ${days} أيام.`,
    notYou: 'الرابط لك وحدك، فلا تعطه أحدًا. وإن لم تكن تنتظر هذه الدعوة فتجاهل الرسالة.',
    open: 'قبول الدعوة',
  },
  rolesGiven: {
    subject: 'صلاحياتك في معهد تغيّرت',
    title: 'صلاحيات جديدة في حسابك',
    body: (roles: string[]) => `لحسابك في معهد الآن هذه الأدوار: ${roles.join('، ')}. سجّل الدخول بكلمة مرورك المعتادة.`,
    notYou: 'إن لم تكن تنتظر هذا التغيير فأخبر مالك المعهد.',
    open: 'سجّل الدخول',
  },
}
