import { Button, ButtonLink } from '../../app/ui/button.tsx'
import { Avatar } from '../../app/ui/content/avatar.tsx'
import { Card } from '../../app/ui/content/card.tsx'
import { DateText } from '../../app/ui/content/date-text.tsx'
import { Disclosure } from '../../app/ui/content/disclosure.tsx'
import { Money } from '../../app/ui/content/money.tsx'
import { Prose } from '../../app/ui/content/prose.tsx'
import { Stars } from '../../app/ui/content/stars.tsx'
import { Alert } from '../../app/ui/feedback/alert.tsx'
import { Badge } from '../../app/ui/feedback/badge.tsx'
import { Countdown } from '../../app/ui/feedback/countdown.tsx'
import { EmptyState } from '../../app/ui/feedback/empty-state.tsx'
import { Steps } from '../../app/ui/feedback/steps.tsx'
import { CheckField } from '../../app/ui/fields/check-field.tsx'
import { CodeField } from '../../app/ui/fields/code-field.tsx'
import { FormErrors } from '../../app/ui/fields/form-errors.tsx'
import { PasswordField } from '../../app/ui/fields/password-field.tsx'
import { SelectField } from '../../app/ui/fields/select-field.tsx'
import { TextAreaField } from '../../app/ui/fields/text-area-field.tsx'
import { TextField } from '../../app/ui/fields/text-field.tsx'
import { Breadcrumb } from '../../app/ui/navigation/breadcrumb.tsx'
import { Pagination } from '../../app/ui/navigation/pagination.tsx'
import styles from './design-page.module.css'
import { Block } from './foundations.tsx'

const RULES = [
  { key: 'long', label: '8 خانات على الأقل', test: (password: string) => password.length >= 8 },
  { key: 'digit', label: 'رقم', test: (password: string) => /\d/.test(password) },
]

export function Controls() {
  return (
    <Block title="الأزرار والشارات">
      <div className={styles.row}>
        <Button>احجز مقعدك</Button>
        <Button variant="quiet">دخول</Button>
        <Button variant="plain">تراجع</Button>
        <Button disabled>اكتملت المقاعد</Button>
      </div>
      <div className={styles.row}>
        <ButtonLink to="/" size="large" icon="arrow-forward">
          تابع إلى الدفع
        </ButtonLink>
        <Button size="small" icon="download">
          نزّل الفاتورة
        </Button>
      </div>
      <div className={styles.row}>
        <Badge tone="mint">التسجيل مفتوح</Badge>
        <Badge tone="clay">متبقٍّ 4 مقاعد</Badge>
        <Badge tone="sand">أُغلق التسجيل</Badge>
        <Badge tone="deep">دبلوم</Badge>
      </div>
      <div className={styles.row}>
        <Stars rate={4.63} count={128} />
        <Money halalas={115000} size="large" />
        <Money halalas={138000} former />
        <Money halalas={0} />
      </div>
      <div className={styles.row}>
        <Avatar src={null} size={56} />
        <DateText iso="2027-01-11T14:00:00Z" weekday />
        <b>
          <Countdown until="2027-01-11T14:20:00Z" serverNow="2027-01-11T14:00:00Z" doneLabel="انتهى الوقت" />
        </b>
      </div>
      <Alert kind="info" title="تبدأ الدورة بعد أسبوعين">
        يصلك رابط القاعة قبلها بيوم.
      </Alert>
      <Alert kind="success" title="حُجز مقعدك" />
      <Alert kind="warning" title="متبقٍّ 4 مقاعد" />
      <Alert kind="error" title="رُفضت البطاقة">
        جرّب بطاقة أخرى، ومقعدك محجوز حتى ذلك الحين.
      </Alert>
    </Block>
  )
}

export function Fields() {
  return (
    <Block title="الحقول">
      <form className={styles.form}>
        <FormErrors
          failure={{ message: '', fields: { email: ['أدخل بريدًا إلكترونيًا صحيحًا.'] } }}
          labels={{ email: 'البريد الإلكتروني' }}
        />
        <TextField name="firstName" label="الاسم الأول" required defaultValue="نورة" />
        <TextField
          name="email"
          type="email"
          label="البريد الإلكتروني"
          required
          defaultValue="noura@"
          errors={['أدخل بريدًا إلكترونيًا صحيحًا.']}
        />
        <SelectField
          name="city"
          label="المدينة"
          required
          options={[
            { value: 'riyadh', label: 'الرياض' },
            { value: 'jeddah', label: 'جدة' },
          ]}
        />
        <PasswordField name="password" label="كلمة المرور" required rules={RULES} />
        <CodeField name="code" label="رمز التفعيل" hint="أرسلناه إلى بريدك." defaultValue="4183" />
        <TextAreaField name="note" label="ملاحظة" rows={2} />
        <CheckField name="terms" label="أوافق على الشروط والأحكام" required />
      </form>
    </Block>
  )
}

export function Components() {
  return (
    <>
      <Block title="القطع">
        <Breadcrumb
          steps={[{ label: 'الرئيسية', to: '/' }, { label: 'الدورات', to: '/' }, { label: 'تحليل البيانات' }]}
        />
        <Steps steps={['الملخص', 'الدفع', 'التأكيد']} current={1} />
        <Card>
          <h3>دبلوم إدارة الأعمال التطبيقي</h3>
          <p>بطاقة: أرضية بيضاء، وخط رفيع، وزاوية 18.</p>
        </Card>
        <div>
          <Disclosure summary="هل أستطيع استرداد المبلغ؟" open>
            نعم، قبل بدء الدورة بسبعة أيام.
          </Disclosure>
          <Disclosure summary="متى تصلني الشهادة؟">خلال أسبوعين.</Disclosure>
        </div>
        <Pagination page={4} pageCount={12} hrefOf={() => '/'} />
      </Block>
      <Block title="النصوص والحالات الفارغة">
        <Prose html="<h3>ما الذي ستتعلمه</h3><p>من جدول مبعثر إلى لوحة يثق بها المدير.</p><ul><li>تنظيف البيانات</li><li>بناء النموذج في Power BI</li></ul>" />
        <EmptyState
          title="لا دورات بهذه الصفات الآن"
          body="وسّع البحث، أو اطّلع على كل الدورات."
          action={
            <ButtonLink to="/" variant="quiet">
              اعرض كل الدورات
            </ButtonLink>
          }
        />
      </Block>
    </>
  )
}
