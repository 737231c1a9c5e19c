export default function LoginPage() {
  return <main id="content">LoginPage</main>
}
