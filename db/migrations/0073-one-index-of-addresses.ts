/** `tasks_address` has the same keys. It is dropped apart, because that needs a stronger lock than an index. */
export const oneIndexOfAddresses = {
  name: '0073-one-index-of-addresses',
  up: 'drop index tasks_address_key',
};
