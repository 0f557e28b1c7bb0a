/** The addresses that may send documents to a source. */
import { BlockList, isIPv6 } from 'node:net';
import { rows } from 'db/connection';
import { fieldRefusal } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { withoutMapping } from '~/domain/platform/ip-address.server';

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Returns a function that tells whether an address is in the list. @param senders addresses and networks such as
 * `192.168.1.0/24`.
 */
export function senderList(senders: string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const sender of senders) {
    const [address = '', bits] = sender.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => {
    const [plain = ''] = withoutMapping(address).split('%');
    return list.check(plain, familyOf(plain));
  };
}

/** One of two networks that have an address in common contains the address that the other is named by. */
const isShared = (one: string, other: string) => {
  const [[first = ''], [second = '']] = [one.split('/'), other.split('/')];
  return senderList([one])(second) || senderList([other])(first);
};

const OTHERS = `
  select name, coalesce(settings -> 'senders', '[]') as senders from intake_sources where kind = 'port' and id <> $sourceId`;

/** An address belongs to one source only. Callers hold the lock of the administration. @throws invalid. */
export async function refuseShared(senders: string[], sourceId: number): Promise<void> {
  for (const other of await rows<{ name: string; senders: string[] }>(OTHERS, { sourceId }))
    for (const sender of senders)
      if (other.senders.some((each) => isShared(each, sender)))
        throw fieldRefusal('senders', untranslated('senderTaken', `${sender} belongs to ${other.name}`));
}
