/**
 * Receives replies to text messages: STOP ends messages to a number, START allows them again, HELP tells who
 * sends them, WHERE where the parts are. The words exist in each language, and count whatever the language of the contact is.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AccountContact } from 'db/models/places';
import { CustomerReply, StoppedNumber } from 'db/models/notifications';
import { transaction } from 'db/connection';
import { col, fn, literal, Op } from 'sequelize';
import { recordChange } from '~/domain/network/accounts/activity.server';
import { dispatcherPhone } from '~/domain/network/users/dispatcher-phone.server';
import { networkNames } from '~/domain/network/settings/network.server';
import { env } from '~/process/env.server';
import { readSetting } from '~/domain/network/settings/settings.server';
import { messages } from '~/words/en/messages';
import { inLanguage } from '~/words/spoken.server';
import { isLanguage, type Language } from '~/words/languages';
import { Reply } from './schema';
import { MESSAGE_LANGUAGES } from './settings.server';
import { askedIn, whereByText } from './where-reply.server';

/**
 * STOP counts as any word of a reply, STOP_ALONE only as the whole reply: "at the end of the street" ends
 * nothing.
 */
const STOP = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL'];
const STOP_ALONE = ['END', 'QUIT', 'REVOKE', 'OPTOUT'];
const START = ['START', 'UNSTOP', 'YES'];
const HELP = ['HELP', 'INFO'];

/** All Spanish words count as the whole reply only: many are parts of usual sentences, such as "pare en la puerta". */
const IN_SPANISH = {
  stop: ['ALTO', 'PARE', 'PARAR', 'BAJA', 'CANCELAR', 'CANCELE', 'TERMINAR', 'FIN', 'NOMAS'],
  start: ['INICIAR', 'EMPEZAR', 'SI'],
  help: ['AYUDA', 'INFORMACION'],
};
/** These change nothing in a reply of one word. */
const POLITE = ['POR', 'FAVOR', 'PLEASE', 'GRACIAS', 'THANKS'];

/**
 * Checks Twilio's signature: HMAC-SHA1 of the address and the sorted fields, with the password as the key.
 * Without a password no reply is accepted.
 */
export function isSigned(address: string, fields: URLSearchParams, signature: string): boolean {
  if (!env.SMS_PASSWORD) return false;
  const sorted = [...fields].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const text = address + sorted.map(([name, value]) => name + value).join('');
  const expected = createHmac('sha1', env.SMS_PASSWORD).update(text).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** @returns the answer to the number; null for none. */
export async function receiveReply(fields: URLSearchParams): Promise<string | null> {
  const parsed = Reply.safeParse(Object.fromEntries(fields));
  if (!parsed.success) return null;
  const { From: phone, Body, MessageSid: sid } = parsed.data;
  await CustomerReply.bulkCreate([{ phone, body: Body, sid }], { ignoreDuplicates: true, returning: false });
  const plain = Body.normalize('NFD').replace(/\p{M}/gu, '');
  const words = plain.toUpperCase().match(/[A-Z]+/g) ?? [];
  const word = words.join('');
  const spanish = words.filter((each) => !POLITE.includes(each)).join('');
  const language = Object.values(IN_SPANISH).flat().includes(spanish) ? 'es' : await languageOf(phone);
  const { name } = networkNames();
  if (
    words.some((each) => STOP.includes(each)) ||
    STOP_ALONE.includes(word) ||
    IN_SPANISH.stop.includes(spanish)
  ) {
    await stop(phone);
    return inLanguage(language, () => messages.stopped(name));
  }
  if (START.includes(word) || IN_SPANISH.start.includes(spanish)) {
    await StoppedNumber.destroy({ where: { phone } });
    return null;
  }
  if (!HELP.includes(word) && !IN_SPANISH.help.includes(spanish)) {
    const asked = askedIn(words.filter((each) => !POLITE.includes(each)));
    return whereByText({
      phone,
      text: plain,
      isAsked: asked !== null,
      language: asked === 'es' ? 'es' : language,
    });
  }
  const office = await dispatcherPhone();
  return inLanguage(language, () => messages.help(name, office));
}

/** Returns the language of the contact with this number, if there is one. */
async function languageOf(phone: string): Promise<Language> {
  const found = await AccountContact.findRow(['language'], {
    where: { phone, language: { [Op.ne]: null } },
    order: ['id'],
  });
  if (isLanguage(found?.language)) return found.language;
  return (await readSetting(MESSAGE_LANGUAGES)).language;
}

/** Consent is withdrawn from every contact with the number, and contacts that are made later get nothing either. */
const stop = (phone: string) =>
  transaction(async () => {
    await StoppedNumber.bulkCreate([{ phone }], { ignoreDuplicates: true, returning: false });
    const contacts = await AccountContact.findRows(['id', 'accountId', 'name', 'channels'], {
      where: { phone },
    });
    for (const { id, accountId, name, channels } of contacts) {
      if (!channels.includes('sms')) continue;
      const left = channels.filter((channel) => channel !== 'sms');
      await AccountContact.update(
        {
          channels: fn('array_remove', col('channels'), 'sms'),
          version: literal('version + 1'),
          updatedAt: fn('now'),
        },
        { where: { id } },
      );
      await recordChange(null, {
        accountId,
        action: 'contact-stopped',
        changes: { contact: [null, name], channels: [channels.join(', '), left.join(', ')] },
      });
    }
  });
