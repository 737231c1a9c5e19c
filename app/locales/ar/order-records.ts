/** What an order's record says; browsers get it with the order. Arabic is the source: English must match its type. */
export const orderRecords = {
  discountLine: (code: string) => `خصم بالرمز ${code}`,
  refundDue: 'وصل المبلغ بعد انتهاء هذا الطلب، وسنعيده إليك كاملًا.',
  refundBack: 'وصل المبلغ بعد انتهاء هذا الطلب، وأعدناه إليك كاملًا.',
  refundReasons: {
    late: 'وصل المبلغ بعد انتهاء الطلب، ولم يعد المقعد متاحًا.',
    wrongAmount: 'المبلغ الذي وصل غير مبلغ الطلب.',
    elsewhere: 'استرداد أجراه المعهد لدى بوابة الدفع.',
  },
  endedBecause: {
    learner: 'ألغيتَ هذا الطلب.',
    replaced: 'حلّ محلّه طلب أحدث للدورة نفسها.',
    time: 'انتهت مدة حجز المقعد قبل إتمام الدفع.',
    abandoned: 'غادرتَ صفحة الدفع قبل إتمامه.',
    declined: 'لم يقبل البنك البطاقة، ولم يُخصم أي مبلغ.',
    'insufficient-funds': 'رصيد البطاقة لا يكفي، ولم يُخصم أي مبلغ.',
    'card-expired': 'انتهت صلاحية البطاقة، ولم يُخصم أي مبلغ.',
    'card-blocked': 'أوقف البنك هذه البطاقة، ولم يُخصم أي مبلغ.',
    'over-limit': 'يتجاوز المبلغ حدّ الشراء بهذه البطاقة، ولم يُخصم أي مبلغ.',
    'authentication-failed': 'لم يكتمل التحقق من صاحب البطاقة، ولم يُخصم أي مبلغ.',
    'wrong-amount': 'وصل مبلغ غير مبلغ الطلب، وسنعيده إليك كاملًا.',
    refunded: 'أعدنا إليك المبلغ.',
  },
}
