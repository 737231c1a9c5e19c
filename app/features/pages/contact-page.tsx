export default function ContactPage() {
  return <main id="content">ContactPage</main>
}
