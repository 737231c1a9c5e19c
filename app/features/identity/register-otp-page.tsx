export default function RegisterOtpPage() {
  return <main id="content">RegisterOtpPage</main>
}
