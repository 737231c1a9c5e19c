/** The words of the audit log, on the page and in the file. */

/** What was done, by the name of the action. */
export const auditActions = {
  'order.cancel': 'إلغاء طلب',
  'order.refund': 'ردّ مبلغ',
  'order.decline-refund': 'رفض طلب استرداد',
  'order.retry-refund': 'إعادة محاولة ردّ المبلغ',
  'order.record-refund': 'تسجيل ردّ مبلغ يدويًا',
  'order.approve-transfer': 'اعتماد تحويل بنكي',
  'order.decline-transfer': 'رفض تحويل بنكي',
  'order.extend': 'تمديد مهلة تحويل',
  'order.waive-rest': 'التنازل عن باقي المبلغ',
  'order.accept-excess': 'قبول تحويل زائد',
  'order.ask-rest': 'طلب باقي المبلغ',
  'payment.attach': 'ربط دفعة بطلب',
  'payment.send-back': 'إعادة دفعة إلى صاحبها',
  'lead.change': 'تعديل استفسار',
  'staff.invite': 'دعوة موظف',
  'staff.join': 'انضمام موظف',
  'staff.roles': 'تغيير الأدوار',
  'staff.suspend': 'إيقاف حساب',
  'staff.resume': 'إعادة تفعيل حساب',
  'staff.withdraw-invitation': 'سحب دعوة',
  'staff.end-sessions': 'إنهاء جلسات موظف',
  'content.import': 'استيراد المحتوى',
  'audit.export': 'تصدير سجل التدقيق',
}

export const auditExport = {
  fileName: 'audit',
  columns: [
    'الوقت',
    'الشخص',
    'البريد الإلكتروني',
    'القسم',
    'الإجراء',
    'المرجع',
    'قبل',
    'بعد',
    'التفاصيل',
    'عنوان الشبكة',
    'المتصفح',
  ],
  areas: { money: 'المال', content: 'المحتوى', learning: 'التدريب', people: 'الأشخاص', institute: 'المعهد' },
  /** Nobody is named: it was done by a command on the server. */
  shell: 'الخادم',
  former: 'موظف سابق',
}
