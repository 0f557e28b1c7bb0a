/** The language of the page that turned notifications on. The user's own choice counts before it. */
export const languagesOfDevices = {
  name: '0057-languages-of-devices',
  up: "alter table push_subscriptions add column language text not null default 'en'",
};
