import { formatRiyals } from '../../locales/format.ts'
import { Money } from '../../ui/content/money.tsx'

/** An amount in the currency that a provider took it in, which is not always the riyal. */
export function Amount({ hundredths, currency }: { hundredths: number; currency: string }) {
  if (currency === 'SAR') return <Money halalas={hundredths} exact />
  return (
    <bdi dir="ltr">
      {currency} {formatRiyals(hundredths)}
    </bdi>
  )
}
