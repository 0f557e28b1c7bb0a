/**
 * npm run tls [-- NAME… --replace]: makes a private certificate authority (CA) and its certificate for this machine,
 * for https without a public name. Phones that trust the CA once accept every certificate that it signs.
 */
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { install, ROOT } from './prepare.mjs';

// The import is not at the top, because nothing may be installed yet.
if (!install()) process.exit(1);
await import('reflect-metadata');
const x509 = await import('@peculiar/x509');

const DAY_MS = 86_400_000;
const CA_DAYS = 3_650;
// Apple's devices refuse certificates that are valid for longer than 825 days.
const CERTIFICATE_DAYS = 820;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

x509.cryptoProvider.set(webcrypto);
const words = process.argv.slice(2);
const mayReplace = words.includes('--replace');
const given = words.filter((word) => word !== '--replace');
const wrong = given.find(
  (word) => !isIP(word) && !/^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d-]+)*$/i.test(word),
);
if (wrong !== undefined) {
  console.error(
    `"${wrong}" is neither a host name nor an IP address.\nUsage: npm run tls [-- NAME… --replace]`,
  );
  process.exit(1);
}

/** The names and addresses that other machines in the network may use for this one. */
function ownNames() {
  const [short] = hostname().toLowerCase().split('.');
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const reachable = addresses.filter(({ address }) => !/^fe80:/i.test(address)).map(({ address }) => address);
  return [hostname().toLowerCase(), short, `${short}.local`, `${short}.lan`, 'localhost', ...reachable];
}
const names = [...new Set(given.length > 0 ? given.map((name) => name.toLowerCase()) : ownNames())];

const folder = resolve(ROOT, process.env.DATA_DIR || './data', 'tls');
const file = (name) => join(folder, name);

/** Renames the file when it is complete, because a running application reads it as soon as it changes. */
function write(name, contents, mode) {
  writeFileSync(`${file(name)}.new`, contents, { mode });
  renameSync(`${file(name)}.new`, file(name));
}

const makeKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
const pemOf = async ({ privateKey }) =>
  x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY');
const validFor = (days) => ({
  serialNumber: `00${randomBytes(15).toString('hex')}`,
  // Phones' clocks may be slightly slow.
  notBefore: new Date(Date.now() - DAY_MS),
  notAfter: new Date(Date.now() + days * DAY_MS),
  signingAlgorithm: ALGORITHM,
});

async function makeAuthority() {
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...validFor(CA_DAYS),
    name: `CN=Parts Dispatch on ${hostname()}`,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  write('ca.key', await pemOf(keys), 0o600);
  write('ca.crt', certificate.toString('pem'), 0o644);
}

/** Node.js reads the key, because it explains a file's faults. */
async function readAuthority() {
  const der = createPrivateKey(readFileSync(file('ca.key'))).export({ type: 'pkcs8', format: 'der' });
  return {
    key: await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']),
    certificate: new x509.X509Certificate(readFileSync(file('ca.crt'), 'utf8')),
  };
}

async function makeCertificate() {
  const authority = await readAuthority();
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    ...validFor(CERTIFICATE_DAYS),
    subject: `CN=${names[0]}`,
    issuer: authority.certificate.subject,
    publicKey: keys.publicKey,
    signingKey: authority.key,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(authority.certificate),
    ],
  });
  write('server.key', await pemOf(keys), 0o600);
  write('server.crt', certificate.toString('pem'), 0o644);
  return certificate;
}

async function isReplaced() {
  if (!existsSync(file('server.crt')) || mayReplace) return true;
  if (!process.stdin.isTTY) {
    console.error(`${file('server.crt')} already exists. Add --replace to replace it; the CA is kept.`);
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Replace ${file('server.crt')}? The CA is kept. [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

mkdirSync(folder, { recursive: true, mode: 0o700 });
if (!(await isReplaced())) process.exit(1);
const isNew = !existsSync(file('ca.crt'));
if (isNew) await makeAuthority();
const { notAfter } = await makeCertificate();
console.log(`A certificate for ${names.join(', ')}, valid until ${notAfter.toISOString().slice(0, 10)}: ${folder}

1. Start with https:
     TLS_CERT=${file('server.crt')} TLS_KEY=${file('server.key')} npm start
2. ${isNew ? 'Copy' : 'The CA is the same as before: devices that already trust it need no change. Otherwise, copy'} ${file('ca.crt')} to each phone and computer (by email or USB; it is not secret) and have it trust the CA:
     Android: Settings → Security → Encryption & credentials → Install a certificate → CA certificate.
     iPhone:  open the file, then Settings → Profile Downloaded → Install; then Settings → General → About →
              Certificate Trust Settings, and turn it on there.
     Windows: double-click → Install Certificate → Local Machine → Trusted Root Certification Authorities.
     macOS:   double-click, then in Keychain Access: Trust → Always Trust.
     Firefox: Settings → Certificates → View Certificates → Authorities → Import.
3. Keep ca.key secret: anyone who has it can pretend to be any website to these devices.`);
