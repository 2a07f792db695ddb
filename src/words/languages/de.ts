import type { Messages } from '../messages.js';

export const messages: Messages = {
  labels: { number: 'Kartennummer', expiry: 'Gültig bis', cvc: 'Prüfnummer', name: 'Name auf der Karte' },
  expiryPlaceholder: 'MM / JJ',
  cvcHint: (digits) => `${digits} Ziffern`,
  form: 'Kartenzahlung',
  accepted: 'Akzeptierte Karten',
  cardIs: (network) => `${network}-Karte`,
  pay: (amount) => `${amount} bezahlen`,
  payNow: 'Bezahlen',
  paying: 'Zahlung läuft…',
  redirecting: 'Sie werden zu Ihrer Bank weitergeleitet…',
  loading: 'Zahlungsformular wird geladen…',
  testMode: 'Testmodus: Es wird kein Geld bewegt.',
  problems: {
    number: {
      empty: 'Geben Sie Ihre Kartennummer ein.',
      incomplete: 'Diese Kartennummer ist zu kurz.',
      too_long: 'Diese Kartennummer ist zu lang.',
      luhn: 'Prüfen Sie die Kartennummer: Eine Ziffer scheint falsch zu sein.',
      unsupported: 'Diese Karte wird hier nicht akzeptiert. Verwenden Sie eine andere.',
    },
    expiry: {
      empty: 'Datum eingeben.',
      incomplete: 'Monat/Jahr eingeben.',
      month: 'Monat: 01 bis 12.',
      past: 'Karte ist abgelaufen.',
      too_far: 'Jahr prüfen.',
      invalid: 'Monat/Jahr eingeben.',
    },
    cvc: {
      empty: 'Nummer eingeben.',
      incomplete: 'Nummer ist zu kurz.',
      invalid: 'Nummer ist zu lang.',
    },
    name: {
      empty: 'Geben Sie den Namen auf der Karte ein.',
      looks_like_number: 'Das sieht nach einer Kartennummer aus. Geben Sie den Namen auf der Karte ein.',
      invalid: 'Prüfen Sie den Namen: Er enthält Zeichen, die in keinem Namen vorkommen.',
    },
  },
  declines: {
    declined: 'Ihre Bank hat die Zahlung abgelehnt. Es wurde nichts abgebucht.',
    insufficient_funds: 'Das Guthaben der Karte reicht nicht aus. Es wurde nichts abgebucht.',
    expired_card: 'Diese Karte ist abgelaufen. Es wurde nichts abgebucht.',
    limit: 'Die Zahlung übersteigt das Limit der Karte. Es wurde nichts abgebucht.',
    not_permitted: 'Diese Karte lässt diese Art von Zahlung nicht zu. Es wurde nichts abgebucht.',
    security_code: 'Die Prüfnummer wurde nicht akzeptiert. Es wurde nichts abgebucht.',
    wrong_number: 'Ihre Bank kennt diese Kartennummer nicht. Es wurde nichts abgebucht.',
    not_enrolled:
      'Diese Karte ist nicht für sichere Online-Zahlungen freigeschaltet. Es wurde nichts abgebucht.',
    authentication: 'Ihre Bank konnte Ihre Identität nicht bestätigen. Es wurde nichts abgebucht.',
    issuer_unavailable: 'Ihre Bank ist gerade nicht erreichbar. Es wurde nichts abgebucht.',
  },
  tryAgain: 'Sie können es noch einmal versuchen oder eine andere Karte verwenden.',
  startAnew: 'Um zu bezahlen, beginnen Sie bitte auf der Seite des Shops von vorn.',
  toBank: 'Bei der Bank fortfahren',
  failed: 'Zahlung abgelehnt',
  paid: 'Zahlung eingegangen. Vielen Dank.',
  authorized: 'Zahlung autorisiert. Vielen Dank.',
  checking: 'Wir prüfen Ihre Zahlung. Bitte bezahlen Sie nicht noch einmal.',
  uncertain:
    'Ihre Zahlung wird geprüft. Bitte bezahlen Sie nicht noch einmal. Der Shop teilt Ihnen das Ergebnis mit.',
  lost: 'Ihre Zahlung ist nicht angekommen. Sie können jetzt bezahlen: Der Betrag wird nur einmal abgebucht.',
  expired:
    'Die Zeit zum Bezahlen ist abgelaufen. Es wurde nichts abgebucht. Gehen Sie zurück zum Shop, um neu zu beginnen.',
  spent:
    'Diese Zahlung ist nicht mehr möglich. Vielleicht wurde sie schon ausgeführt: Fragen Sie den Shop, bevor Sie noch einmal bezahlen.',
  closing: (time) => `Bitte bezahlen Sie vor ${time} Uhr. Danach müssen Sie neu beginnen.`,
  misconfigured: 'Dieses Zahlungsformular ist nicht richtig eingerichtet. Ihre Karte wurde nicht belastet.',
  errors: {
    network:
      'Keine Verbindung. Es wurde nichts gesendet und nichts abgebucht. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    api: 'Die Zahlung wurde nicht angenommen. Es wurde nichts abgebucht. Bitte versuchen Sie es später noch einmal.',
    card: 'Einige Kartendaten wurden nicht akzeptiert. Es wurde nichts abgebucht. Prüfen Sie die Felder und versuchen Sie es noch einmal.',
    canceled: 'Die Zahlung wurde abgebrochen. Es wurde nichts abgebucht.',
    configuration: 'Beim Shop ist ein Fehler aufgetreten. Es wurde nichts abgebucht.',
    expired:
      'Diese Zahlung ist nicht mehr gültig. Vergewissern Sie sich, dass Sie nicht schon bezahlt haben, und versuchen Sie es dann noch einmal.',
  },
};
