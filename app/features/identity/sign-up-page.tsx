export default function SignUpPage() {
  return <main id="content">SignUpPage</main>
}
