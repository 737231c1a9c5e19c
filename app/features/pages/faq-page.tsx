export default function FaqPage() {
  return <main id="content">FaqPage</main>
}
