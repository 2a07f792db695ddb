import type {
  ChallengeMessages,
  Direction,
  FrameMessages,
  FormMessages,
  SavedCardMessages,
  StcPayMessages,
  WalletMessages,
} from '../messages.js';

export const code = 'de';
export const direction: Direction = 'ltr';

export const form: FormMessages = {
  labels: {
    number: 'Kartennummer',
    expiry: 'Gültig bis',
    cvc: 'Sicherheitscode (CVC)',
    name: 'Name auf der Karte',
  },
  expiryPlaceholder: 'MM / JJ',
  cvcHint: (digits) => `${digits} Ziffern`,
  form: 'Kartenzahlung',
  accepted: 'Akzeptierte Karten',
  cardIs: (network) => `${network}-Karte`,
  cardEnding: (digits) => `endet auf ${digits}`,
  pay: (amount) => `${amount} bezahlen`,
  riyals: 'Saudi-Riyal',
  payNow: 'Bezahlen',
  payFirst: 'Bezahlen Sie zuerst hier und fahren Sie dann fort.',
  paying: 'Wird verarbeitet…',
  redirecting: 'Sie werden zu Ihrer Bank weitergeleitet…',
  loading: 'Zahlungsformular wird geladen…',
  testMode: 'Testmodus: keine echte Abbuchung.',
  problems: {
    number: {
      empty: 'Geben Sie Ihre Kartennummer ein.',
      incomplete: 'Ihre Kartennummer ist unvollständig.',
      too_long: 'Diese Kartennummer ist zu lang.',
      luhn: 'Prüfen Sie Ihre Kartennummer.',
      unsupported: 'Diese Karte wird hier nicht akzeptiert. Verwenden Sie eine andere Karte.',
    },
    expiry: {
      empty: 'Ablaufdatum eingeben.',
      incomplete: 'Monat/Jahr eingeben.',
      month: 'Monat: 01 bis 12.',
      past: 'Karte ist abgelaufen.',
      too_far: 'Jahr prüfen.',
      invalid: 'Monat/Jahr eingeben.',
    },
    cvc: {
      empty: 'Code eingeben.',
      incomplete: 'Code ist zu kurz.',
      invalid: 'Code ist zu lang.',
    },
    name: {
      empty: 'Geben Sie den Namen auf der Karte ein.',
      looks_like_number: 'Das sieht nach einer Kartennummer aus. Geben Sie den Namen auf der Karte ein.',
      invalid: 'Einige Zeichen können nicht verwendet werden.',
    },
  },
  severalProblems: 'Einige Angaben fehlen oder stimmen nicht.',
  onlyDigits: 'Verwenden Sie nur Ziffern.',
  refused: {
    number: 'Prüfen Sie Ihre Kartennummer.',
    expiry: 'Prüfen Sie das Ablaufdatum.',
    cvc: 'Prüfen Sie den Sicherheitscode.',
    name: 'Prüfen Sie den Namen auf der Karte.',
  },
  declines: {
    declined: 'Die Zahlung wurde abgelehnt.',
    insufficient_funds: 'Die Karte ist nicht ausreichend gedeckt.',
    expired_card: 'Diese Karte ist abgelaufen.',
    limit: 'Das Limit Ihrer Karte ist überschritten.',
    not_permitted: 'Diese Karte lässt diese Art von Zahlung nicht zu.',
    security_code: 'Der Sicherheitscode wurde nicht akzeptiert.',
    wrong_number: 'Diese Kartennummer wurde nicht erkannt.',
    not_enrolled: 'Diese Karte ist nicht für Online-Zahlungen freigeschaltet. Fragen Sie Ihre Bank.',
    authentication: 'Die Bestätigung bei Ihrer Bank wurde nicht abgeschlossen.',
    issuer_unavailable: 'Wir konnten Ihre Bank nicht erreichen.',
  },
  notCharged: 'Es wurde nichts abgebucht.',
  tryAgain: 'Prüfen Sie die Angaben oder verwenden Sie eine andere Karte.',
  tryLater: 'Versuchen Sie es später noch einmal oder verwenden Sie eine andere Karte.',
  startAnew: 'Um zu bezahlen, gehen Sie zurück zum Shop.',
  failed: 'Zahlung nicht abgeschlossen',
  paid: 'Zahlung eingegangen. Vielen Dank.',
  authorized: 'Zahlung genehmigt. Vielen Dank.',
  continue: 'Weiter',
  voided: 'Zahlung storniert. Ihre Bank gibt den Betrag wieder frei; das kann einige Tage dauern.',
  refunded: 'Eine Erstattung wurde veranlasst.',
  checking: 'Wir prüfen gerade Ihre Zahlung. Bitte bezahlen Sie nicht noch einmal.',
  checkingTakes: 'Das kann eine Minute dauern.',
  reference: (id) => `Zahlungsreferenz: ${id}`,
  uncertain:
    'Wir wissen noch nicht, ob Ihre Zahlung durchgegangen ist. Bezahlen Sie nicht noch einmal. Fragen Sie beim Shop nach.',
  atBank: 'Ihre Bank wartet auf Ihre Freigabe.',
  toBank: 'Weiter zur Seite Ihrer Bank',
  cancelThere: 'Um anders zu bezahlen, brechen Sie auf der Seite Ihrer Bank ab.',
  held: 'Der Shop muss zuerst eine Zahlung zu dieser Bestellung prüfen. Bezahlen Sie nicht noch einmal: Fragen Sie beim Shop nach.',
  charged: (amount) => `Betrag dieser Zahlung: ${amount}`,
  elsewhere: 'In einem anderen Fenster wird gerade bezahlt. Bezahlen Sie hier nicht noch einmal.',
  anotherWay: 'Anders bezahlen',
  payTwice:
    'Wenn auch die erste Zahlung durchgeht, zahlen Sie doppelt. Prüfen Sie die Nachrichten Ihrer Bank, bevor Sie fortfahren.',
  payAgain: 'Ja, noch einmal zahlen',
  back: 'Zurück',
  lost: 'Ihre Zahlung ist nicht bei uns angekommen. Sie können jetzt bezahlen: Es wird nur einmal abgebucht.',
  lostAgain: 'Das hat nicht geklappt. Versuchen Sie es noch einmal: Es wird nur einmal abgebucht.',
  expired:
    'Die Zeit zum Bezahlen ist abgelaufen. Wenn Sie noch nicht bezahlt haben, gehen Sie zurück zum Shop und beginnen Sie von vorn.',
  spent:
    'Diese Zahlung ist nicht mehr offen. Vielleicht haben Sie schon bezahlt: Fragen Sie beim Shop nach, bevor Sie noch einmal bezahlen.',
  closing: (time) => `Bitte bezahlen Sie bis ${time} Uhr. Danach müssen Sie von vorn beginnen.`,
  misconfigured:
    'Dieses Zahlungsformular funktioniert nicht. Wenn Sie schon bezahlt haben, bezahlen Sie nicht noch einmal: Fragen Sie beim Shop nach.',
  pageMisconfigured:
    'Diese Zahlungsseite funktioniert nicht. Wenn Sie schon bezahlt haben, bezahlen Sie nicht noch einmal: Fragen Sie beim Shop nach.',
  tooManyTries: 'Es gab zu viele Versuche. Warten Sie eine Weile und versuchen Sie es dann noch einmal.',
  challengeRequired:
    'Der Shop verlangt zuerst eine Sicherheitsprüfung. Schließen Sie diese ab und versuchen Sie es noch einmal, oder fragen Sie beim Shop nach.',
  errors: {
    network: 'Keine Verbindung möglich. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    api: 'Die Zahlung wurde nicht angenommen. Bitte versuchen Sie es später noch einmal.',
    card: 'Einige Kartendaten wurden nicht akzeptiert. Prüfen Sie sie und versuchen Sie es noch einmal.',
    canceled: 'Die Zahlung wurde abgebrochen. Sie können es noch einmal versuchen.',
    configuration:
      'Beim Shop ist ein Fehler aufgetreten. Versuchen Sie es später noch einmal oder fragen Sie beim Shop nach.',
    expired:
      'Diese Zahlung ist beendet. Sehen Sie in den Nachrichten Ihrer Bank nach; wenn Sie noch nicht bezahlt haben, versuchen Sie es noch einmal.',
  },
};

export const bank: ChallengeMessages = {
  title: 'Bei Ihrer Bank bestätigen',
  fullPage: 'Ganze Seite öffnen',
  cancel: 'Schließen',
  loading: 'Die Seite Ihrer Bank wird geöffnet…',
  slow: 'Die Seite Ihrer Bank lässt sich hier offenbar nicht öffnen. Öffnen Sie sie als ganze Seite.',
  ask: 'Die Seite Ihrer Bank verlassen? Ihre Zahlung kann trotzdem durchgehen, bezahlen Sie also nicht noch einmal.',
  keep: 'Bleiben',
  stop: 'Verlassen',
};

export const frame: FrameMessages = {
  title: 'Kartenzahlung',
  silent:
    'Das Kartenformular wurde nicht geladen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  retry: 'Erneut versuchen',
};

export const saved: SavedCardMessages = {
  title: 'Gespeicherte Karten',
  another: 'Andere Karte',
  expired: 'Abgelaufen',
  unusable: 'Hier nicht nutzbar',
  offer: 'Diese Karte für das nächste Mal speichern',
  always: 'Diese Karte wird für das nächste Mal gespeichert.',
};

export const stcPay: StcPayMessages = {
  legend: 'Wie möchten Sie bezahlen?',
  card: 'Karte',
  mobile: 'Handynummer',
  mobileEmpty: 'Handynummer eingeben.',
  mobileInvalid: 'Prüfen Sie Ihre Handynummer.',
  sent: 'STC Pay hat einen Code an diese Nummer gesendet:',
  code: 'Code von STC Pay',
  codeEmpty: 'Code eingeben.',
  codeInvalid: 'Der Code hat 4 bis 10 Ziffern.',
  confirm: 'Bestätigen',
  change: 'Nummer ändern',
  ending: 'Für die Eingabe des Codes bleibt weniger als eine Minute.',
  notSent: 'Der Code wurde nicht gesendet. Versuchen Sie es noch einmal.',
  noAnswer: 'Wir haben keine Antwort auf Ihren Code erhalten. Geben Sie ihn noch einmal ein.',
  wrongCode: 'Der Code wurde nicht akzeptiert.',
  notRegistered: 'Diese Nummer ist bei STC Pay nicht registriert.',
  again: 'Sie können es noch einmal versuchen und erhalten einen neuen Code.',
};

export const wallets: WalletMessages = {
  orCard: 'oder mit Karte bezahlen',
  notOpened: 'Die Wallet wurde nicht geöffnet. Versuchen Sie es noch einmal oder bezahlen Sie anders.',
  none: 'Hier können Sie nicht bezahlen. Versuchen Sie es mit einem anderen Browser oder fragen Sie beim Shop nach.',
};
