import { BlockList, isIP } from 'node:net';

/**
 * Whether an address belongs to a machine on the public internet. Of IPv6, only global unicast counts;
 * everything that embeds an IPv4 address (mapped, NAT64, 6to4, Teredo) is refused, whatever it embeds.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reservedIpv4.check(address, 'ipv4');
  return (
    family === 6 &&
    globalUnicast.check(address, 'ipv6') &&
    !reservedGlobalUnicast.check(address, 'ipv6')
  );
}

/**
 * https://www.iana.org/assignments/iana-ipv4-special-registry/, with multicast and what is reserved above it, and the public
 * address at which Azure's machines reach their host.
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const reservedIpv4 = ranges('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);

const globalUnicast = ranges('ipv6', ['2000::/3']);

/** https://www.iana.org/assignments/iana-ipv6-special-registry/ */
const reservedGlobalUnicast = ranges('ipv6', [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]);

function ranges(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
