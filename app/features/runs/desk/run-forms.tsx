import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { riyalsOf } from '../../../desk/riyals.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './runs.module.css'

/** The number of seats is a command of its own: it never falls below what is sold. */
export function CapacityForm({ seats, heldSeats }: { seats: number; heldSeats: number }) {
  const t = useDeskTexts('runs')
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('capacity')
  return (
    <Panel title={t.seats}>
      <KeptForm name="capacity" preventScrollReset className={styles.form} key={`${seats} ${heldSeats}`}>
        <FormErrors failure={failure} labels={{ seats: t.capacity, heldSeats: t.held }} />
        <input type="hidden" name="intent" value="capacity" />
        <TextField
          name="seats"
          label={t.capacity}
          hint={t.capacityHint}
          inputMode="numeric"
          defaultValue={typedIn('capacity').seats ?? String(seats)}
          errors={failure?.fields.seats}
          required
        />
        <TextField
          name="heldSeats"
          label={t.held}
          inputMode="numeric"
          defaultValue={typedIn('capacity').heldSeats ?? String(heldSeats)}
          errors={failure?.fields.heldSeats}
        />
        <SubmitButton variant="quiet">{t.setCapacity}</SubmitButton>
      </KeptForm>
    </Panel>
  )
}

/** A price of this run alone, until its first day. */
export function PriceForm({ priceHalalas }: { priceHalalas: number | null }) {
  const t = useDeskTexts('runs')
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('price')
  const riyals = priceHalalas === null ? '' : riyalsOf(priceHalalas)
  return (
    <Panel title={t.price}>
      <KeptForm name="price" preventScrollReset className={styles.form} key={riyals}>
        <FormErrors failure={failure} labels={{ priceHalalas: t.priceInRiyals }} />
        <input type="hidden" name="intent" value="price" />
        <TextField
          name="priceHalalas"
          label={t.priceInRiyals}
          hint={t.priceHint}
          inputMode="decimal"
          defaultValue={typedIn('price').priceHalalas ?? riyals}
          errors={failure?.fields.priceHalalas}
        />
        <SubmitButton variant="quiet">{t.setPrice}</SubmitButton>
      </KeptForm>
    </Panel>
  )
}
