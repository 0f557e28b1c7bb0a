/** Hashes passwords by argon2id with OWASP's parameters, at most four at once. */
import { hash, verify } from '@node-rs/argon2';
import { randomBytes, randomInt } from 'node:crypto';
import { FairQueue } from '~/lib/fair-queue';
import { PASSWORD_QUEUE_TIMEOUT_MS } from '~/lib/time-limits';
import { DomainError, fieldRefusal } from '~/domain/kernel/errors';
import { env } from '~/process/env.server';
import { say } from '~/domain/kernel/sentence';

// Argon2id is the library's default algorithm; its enum can't be imported under isolatedModules.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 4;
const MOST_WAITING = 200;

const queue = new FairQueue({
  atOnce: AT_ONCE,
  mostWaiting: MOST_WAITING,
  longestWaitMs: () => PASSWORD_QUEUE_TIMEOUT_MS,
  refuse: () =>
    new DomainError('unavailable', say('tooManySignIns'), {
      retryAfterSeconds: 2,
    }),
});
/** The shared queue for passwords whose user is not known yet. */
const ANYONE = { key: '' };

export const hashPassword = (password: string) => queue.run(ANYONE, () => hash(password, PARAMETERS));

let dummy: Promise<string> | undefined;

/** Takes the same time with and without a hash, so that it does not reveal whether the user exists. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword(randomBytes(16).toString('hex'));
  const known = passwordHash ?? (await dummy);
  const matches = await queue.run(ANYONE, () => verify(known, password));
  return matches && passwordHash !== null;
}

// Letters and digits without those that look alike when somebody reads them out or copies them by hand.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Returns a secret of 79 bits that is easy to read out, like `kfr7-w2mx-9dqa-t4hn`. */
export function readableSecret(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
];

/**
 * @throws invalid for passwords that attackers try first: the username, the commonest passwords, and variants
 * of them.
 */
export function requireGoodPassword(
  password: string,
  { username }: { username: string },
  field: string,
): void {
  const folded = fold(password);
  if (folded === fold(username)) throw fieldRefusal(field, say('passwordIsUsername'));
  if (folded === DEMO_PASSWORD && env.DEMO_DATA === 'off') throw fieldRefusal(field, say('passwordOfDemo'));
  if (isCommon(folded)) throw fieldRefusal(field, say('passwordTooCommon'));
}

/** The password in the README. */
const DEMO_PASSWORD = 'dispatch-demo';

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

function isCommon(password: string): boolean {
  if (COMMON_PASSWORDS.has(password) || isMonotonous(password)) return true;
  // Attackers try `Password123!` right after `password`.
  const [word = ''] = /\p{L}(?:.*\p{L})?/su.exec(password) ?? [];
  return COMMON_WORDS.has(word) && password.length - word.length <= 5;
}

/** True for one or two characters repeated, or a row of the keyboard or the alphabet, in either direction. */
function isMonotonous(password: string): boolean {
  if (new Set(password).size <= 2) return true;
  const backwards = Array.from(password).reverse().join('');
  return SEQUENCES.some((row) => [password, backwards].some((each) => row.includes(each)));
}

/**
 * The commonest leaked passwords of at least eight characters, in lowercase. Those that are one of the words
 * and up to five digits or signs are left out.
 */
const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const COMMON_WORDS = list(`
password passw0rd p@ssw0rd p@ssword pa$$word pa$$w0rd passwort passworte contraseña motdepasse wachtwoord senha
passport mypassword yourpassword newpassword oldpassword thepassword testpassword userpassword adminpassword welcome
letmein changeme change-me changeit default secret supersecret topsecret trustno iloveyou iloveu ilovegod ilovejesus
loveyou lovely sunshine princess princesa dragon monkey shadow master superman batman spiderman football baseball
basketball softball soccer hockey starwars pokemon pikachu charlie michael jennifer jessica jordan hunter qwerty
qwertz qwertyui qwertyuiop azerty azertyuiop asdfgh asdfghjk asdfghjkl zxcvbnm zxcvbn qazwsx qazwsxedc abcd abcdef
abcdefg abcdefgh admin administrator adminadmin root toor test testing tester testtest demo guest user username login
logon temp temporary summer winter spring autumn january february march april june july august september october
november december monday tuesday wednesday thursday friday saturday sunday freedom whatever computer internet michelle
corvette mustang ferrari porsche mercedes chevrolet chevy ford jeep buick hyundai toyota driver dispatcher dispatch
delivery courier parts partsdispatch parts-dispatch dealership kansas kansascity missouri chiefs royals
`);

const COMMON_PASSWORDS = list(`
12345678910 123123123 1234512345 12341234 123321123 123454321 1234554321 12344321 11223344 1122334455 112233445566
11235813 13579246 14725836 147258369 159357456 1593574862 159753456 22446688 24682468 31415926 314159265 741852963
789456123 7894561230 963852741 10203040 1020304050 12qwaszx 1234qwer qwer1234 asdf1234 zxcv1234 1a2b3c4d 1q2w3e4r
1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc 3edc4rfv qaz12345 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6
qweasdzxc qwe123qwe qwe12345 qwer4321 qwerqwer qwerasdf qwerty12345 qwerty123456 asdasdasd asdfasdf asdfqwer asd12345
zaq12wsx zaq1xsw2 zaq1zaq1 zxczxczxc zxcvzxcv abcd12345 abc12345 abc123456 abcabcabc abc123abc a1234567 a12345678
a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 aabbccdd pass1234 pass12345 pass123456 passpass p4ssword p4ssw0rd
p@55w0rd password12345 passwordpassword letmeinnow ilovemyself ilovemom iloveme1 volleyball swimming elephant einstein
butterfly cheyenne clinton1 cocacola coffee123 creative darkness diamond1 dolphin1 garfield goldfish
gangster hellohello hello123 hello1234 helloworld hercules homer123 hardcore infinity jonathan justin123 kimberly
liverpool liverpool1 lovelove maryjane marlboro maverick metallica midnight minecraft mountain mylove123 myspace1
nicholas nothing1 p0o9i8u7 panther1 patricia peaches1 playboy1 pumpkin1 rainbow1 redskins richard1 rush2112 samantha
samsung1 samsung123 sandra123 scorpion security serenity slipknot snowball snickers spongebob stargate
steelers stephanie strawberry superstar sweetheart sylvester telephone test12345 thunder1 tinkerbell tottenham
trinity1 twilight undertaker valentin valentine vanessa1 veronica victoria victory1 warcraft warrior1 william1
winner12 winston1 yamaha12 yankees1 yourmom1 zachary1 admin12345 rootroot temp12345 demo12345 companyname gochiefs
gochiefs1 gochiefs! fordtruck chevytruck
`);
