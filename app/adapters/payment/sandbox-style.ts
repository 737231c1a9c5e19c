/** The sandbox's look: a bank's, cool and plain, so that nobody takes it for the institute's own page. */
export const STYLE = `
*{box-sizing:border-box}
:root{color-scheme:light;--ink:#1b2430;--muted:#56616f;--line:#d5dbe3;--page:#eef1f5;--blue:#1f4e8c;--red:#a11f1f}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.65 system-ui,'Segoe UI','Noto Sans Arabic',Tahoma,sans-serif}
a{color:var(--blue)}
.top{background:#fff;border-block-end:1px solid var(--line)}
.top>div,main{max-inline-size:60rem;margin-inline:auto;padding-inline:1.25rem}
.top>div{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-block-size:3.75rem}
.bank{display:flex;align-items:center;gap:.625rem;font-weight:600}
.bank::before{content:'';inline-size:1.5rem;block-size:1.5rem;border-radius:50%;border:.4rem solid var(--blue)}
.top a{display:inline-block;padding:.5rem .25rem}
main{padding-block:1.5rem 3rem}
.notice{margin:0 0 1.25rem;padding:.75rem 1rem;background:#fff7df;border:1px solid #e6cf8b;border-radius:8px;color:#5b4300}
.columns{display:grid;gap:1.25rem;align-items:start}
@media (min-width:52rem){.columns{grid-template-columns:1.15fr 1fr}}
.box{background:#fff;border:1px solid var(--line);border-radius:10px;padding:1.5rem}
.narrow{max-inline-size:32rem;margin-inline:auto}
h1,h2{line-height:1.4;margin:0 0 .75rem;font-size:1.25rem}
h2{font-size:1.0625rem}
.sum{display:flex;justify-content:space-between;gap:1rem;align-items:baseline;margin:0 0 .25rem}
.sum strong{font-size:1.5rem}
.what bdi+bdi{white-space:nowrap}
.what{margin:0 0 1.25rem;padding-block-end:1rem;border-block-end:1px solid var(--line);color:var(--muted);overflow-wrap:anywhere}
.field{margin-block-end:1rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem;align-items:start}
label{display:block;font-weight:600;font-size:.9375rem;margin-block-end:.25rem}
.hint{display:block;color:var(--muted);font-size:.8125rem;min-block-size:1.35em}
input{inline-size:100%;min-block-size:3rem;padding:.5rem .75rem;border:1px solid #8793a1;border-radius:8px;background:#fff;color:inherit;font:inherit;font-variant-numeric:tabular-nums}
input[aria-invalid=true]{border-color:var(--red);border-width:2px}
.mistake{display:block;color:var(--red);font-size:.875rem;margin-block-start:.25rem}
.mistakes{border:1px solid var(--red);border-radius:8px;background:#fdf2f2;padding:.75rem 1rem;margin-block-end:1.25rem}
.mistakes p{margin:0}.mistakes ul{margin:.25rem 0 0;padding-inline-start:1.25rem}.mistakes a{color:var(--red)}
button{font:inherit;font-weight:600;inline-size:100%;min-block-size:3rem;padding:.5rem 1rem;border-radius:8px;border:1px solid var(--blue);background:var(--blue);color:#fff;cursor:pointer}
button:hover{background:#183e70}
button.quiet{background:#fff;color:var(--blue)}
button.quiet:hover{background:#f1f5fa}
:focus-visible{outline:3px solid #7aa7e0;outline-offset:2px}
.actions{display:grid;gap:.75rem;margin-block-start:1.25rem}
.cards{list-style:none;margin:0;padding:0}
.cards li{display:grid;grid-template-columns:1fr auto;gap:0 1rem;padding-block:.75rem;border-block-start:1px solid var(--line)}
.cards bdi{justify-self:start;font-variant-numeric:tabular-nums;font-weight:600;white-space:nowrap}
.cards span{grid-column:1;color:var(--muted);font-size:.9375rem}
.cards a{grid-column:2;grid-row:1/3;align-self:center;padding:.5rem}
.small{color:var(--muted);font-size:.9375rem;margin:0 0 .75rem}
.go{display:inline-block;padding-block:.5rem;font-weight:600}
`
