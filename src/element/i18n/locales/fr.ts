import type {
  ChallengeMessages,
  Direction,
  FrameMessages,
  FormMessages,
  SavedCardMessages,
  StcPayMessages,
  WalletMessages,
} from '../messages.js';

export const code = 'fr';
export const direction: Direction = 'ltr';

// A narrow space that does not break stands before ? ! : and ; in French.
export const form: FormMessages = {
  labels: {
    number: 'Numéro de carte',
    expiry: 'Date d’expiration',
    cvc: 'Cryptogramme (CVC)',
    name: 'Nom sur la carte',
  },
  expiryPlaceholder: 'MM / AA',
  cvcHint: (digits) => `${digits} chiffres`,
  form: 'Paiement par carte',
  accepted: 'Cartes acceptées',
  cardIs: (network) => `Carte ${network}`,
  cardEnding: (digits) => `se terminant par ${digits}`,
  pay: (amount) => `Payer ${amount}`,
  riyals: 'riyals saoudiens',
  payNow: 'Payer',
  payFirst: 'Payez d’abord ici, puis continuez.',
  paying: 'Traitement en cours…',
  redirecting: 'Redirection vers votre banque…',
  loading: 'Chargement du formulaire de paiement…',
  testMode: 'Mode test\u202f: aucun débit réel.',
  problems: {
    number: {
      empty: 'Saisissez le numéro de votre carte.',
      incomplete: 'Le numéro de votre carte est incomplet.',
      too_long: 'Ce numéro de carte est trop long.',
      luhn: 'Vérifiez le numéro de votre carte.',
      unsupported: 'Cette carte n’est pas acceptée ici. Utilisez une autre carte.',
    },
    expiry: {
      empty: 'Saisissez la date.',
      incomplete: 'Mois et année requis.',
      month: 'Le mois va de 01 à 12.',
      past: 'Cette carte a expiré.',
      too_far: 'Vérifiez l’année.',
      invalid: 'Mois et année requis.',
    },
    cvc: {
      empty: 'Saisissez le code.',
      incomplete: 'Code trop court.',
      invalid: 'Code trop long.',
    },
    name: {
      empty: 'Saisissez le nom inscrit sur la carte.',
      looks_like_number: 'Ceci ressemble à un numéro de carte. Saisissez le nom inscrit sur la carte.',
      invalid: 'Certains caractères ne peuvent pas être utilisés.',
    },
  },
  severalProblems: 'Des informations sont manquantes ou incorrectes.',
  onlyDigits: 'Utilisez uniquement des chiffres.',
  refused: {
    number: 'Vérifiez le numéro de votre carte.',
    expiry: 'Vérifiez la date d’expiration.',
    cvc: 'Vérifiez le cryptogramme.',
    name: 'Vérifiez le nom sur la carte.',
  },
  declines: {
    declined: 'Le paiement a été refusé.',
    insufficient_funds: 'Le solde de cette carte est insuffisant.',
    expired_card: 'Cette carte a expiré.',
    limit: 'Ce paiement dépasse le plafond de votre carte.',
    not_permitted: 'Cette carte ne permet pas ce type de paiement.',
    security_code: 'Le cryptogramme n’a pas été accepté.',
    wrong_number: 'Ce numéro de carte n’a pas été reconnu.',
    not_enrolled:
      'Cette carte n’est pas activée pour le paiement en ligne. Renseignez-vous auprès de votre banque.',
    authentication: 'La vérification auprès de votre banque n’a pas abouti.',
    issuer_unavailable: 'Nous n’avons pas pu joindre votre banque.',
  },
  notCharged: 'Aucun montant n’a été débité.',
  tryAgain: 'Vérifiez les informations ou utilisez une autre carte.',
  tryLater: 'Réessayez plus tard ou utilisez une autre carte.',
  startAnew: 'Pour payer, retournez à la boutique.',
  failed: 'Paiement non abouti',
  paid: 'Paiement reçu. Merci.',
  authorized: 'Paiement approuvé. Merci.',
  continue: 'Continuer',
  voided:
    'Paiement annulé. Votre banque va libérer le montant réservé\u202f; cela peut prendre quelques jours.',
  refunded: 'Un remboursement a été émis.',
  checking: 'Nous vérifions votre paiement. Merci de ne pas payer de nouveau.',
  checkingTakes: 'Cela peut prendre une minute.',
  reference: (id) => `Référence du paiement : ${id}`,
  uncertain:
    'Nous ne savons pas encore si votre paiement a abouti. Ne payez pas de nouveau. Renseignez-vous auprès de la boutique.',
  atBank: 'Votre banque attend votre validation.',
  toBank: 'Aller sur la page de votre banque',
  cancelThere: 'Pour payer autrement, annulez sur la page de votre banque.',
  held: 'La boutique doit vérifier un paiement de cette commande. Ne payez pas de nouveau\u202f: renseignez-vous auprès de la boutique.',
  charged: (amount) => `Montant de ce paiement\u202f: ${amount}`,
  elsewhere: 'Le paiement est en cours dans une autre fenêtre. Ne payez pas de nouveau ici.',
  anotherWay: 'Payer autrement',
  payTwice:
    'Si le premier paiement aboutit aussi, vous paierez deux fois. Consultez les messages de votre banque avant de continuer.',
  payAgain: 'Oui, payer à nouveau',
  back: 'Retour',
  lost: 'Votre paiement ne nous est pas parvenu. Vous pouvez payer maintenant\u202f: le montant ne sera débité qu’une seule fois.',
  lostAgain: 'Cette tentative n’a pas abouti. Réessayez\u202f: le montant ne sera débité qu’une seule fois.',
  expired:
    'Le délai de paiement est écoulé. Si vous n’avez pas payé, retournez à la boutique et recommencez.',
  spent:
    'Ce paiement est clos. Vous avez peut-être déjà payé\u202f: renseignez-vous auprès de la boutique avant de payer de nouveau.',
  closing: (time) => `Veuillez payer avant ${time}. Passé cette heure, vous devrez recommencer.`,
  misconfigured:
    'Ce formulaire de paiement ne fonctionne pas. Si vous avez déjà payé, ne payez pas de nouveau\u202f: renseignez-vous auprès de la boutique.',
  pageMisconfigured:
    'Cette page de paiement ne fonctionne pas. Si vous avez déjà payé, ne payez pas de nouveau\u202f: renseignez-vous auprès de la boutique.',
  tooManyTries: 'Trop de tentatives pour le moment. Patientez quelque temps, puis réessayez.',
  challengeRequired:
    'La boutique demande d’abord un contrôle de sécurité. Effectuez-le et réessayez, ou renseignez-vous auprès d’elle.',
  errors: {
    network: 'Connexion impossible. Vérifiez votre connexion, puis réessayez.',
    api: 'Le paiement n’a pas été accepté. Veuillez réessayer plus tard.',
    card: 'Certaines informations de la carte n’ont pas été acceptées. Vérifiez-les, puis réessayez.',
    canceled: 'Le paiement a été interrompu. Vous pouvez réessayer.',
    configuration:
      'Une erreur s’est produite du côté de la boutique. Réessayez plus tard ou renseignez-vous auprès d’elle.',
    expired:
      'Ce paiement est terminé. Consultez les messages de votre banque\u202f; si vous n’avez pas payé, réessayez.',
  },
};

export const bank: ChallengeMessages = {
  title: 'Confirmez auprès de votre banque',
  fullPage: 'Ouvrir en pleine page',
  cancel: 'Fermer',
  loading: 'Ouverture de la page de votre banque…',
  slow: 'La page de votre banque ne semble pas s’ouvrir ici. Ouvrez-la en pleine page.',
  ask: 'Quitter la page de votre banque\u202f? Votre paiement peut malgré tout aboutir, ne payez donc pas de nouveau.',
  keep: 'Rester',
  stop: 'Quitter',
};

export const frame: FrameMessages = {
  title: 'Paiement par carte',
  silent: 'Le formulaire de carte ne s’est pas chargé. Vérifiez votre connexion, puis réessayez.',
  retry: 'Réessayer',
};

export const saved: SavedCardMessages = {
  title: 'Cartes enregistrées',
  another: 'Une autre carte',
  expired: 'Expirée',
  unusable: 'Inutilisable ici',
  offer: 'Enregistrer cette carte pour la prochaine fois',
  always: 'Cette carte sera enregistrée pour la prochaine fois.',
};

export const stcPay: StcPayMessages = {
  legend: 'Comment souhaitez-vous payer ?',
  card: 'Carte',
  mobile: 'Numéro de mobile',
  mobileEmpty: 'Saisissez votre numéro de mobile.',
  mobileInvalid: 'Vérifiez votre numéro de mobile.',
  sent: 'STC Pay a envoyé un code à ce numéro :',
  code: 'Code de STC Pay',
  codeEmpty: 'Saisissez le code.',
  codeInvalid: 'Le code comporte de 4 à 10 chiffres.',
  confirm: 'Confirmer',
  change: 'Changer de numéro',
  ending: 'Il reste moins d’une minute pour saisir le code.',
  notSent: 'Le code n’a pas été envoyé. Réessayez.',
  noAnswer: 'Votre code est resté sans réponse. Saisissez-le de nouveau.',
  wrongCode: 'Le code n’a pas été accepté.',
  notRegistered: 'Ce numéro n’est pas enregistré auprès de STC Pay.',
  again: 'Vous pouvez réessayer : vous recevrez un nouveau code.',
};

export const wallets: WalletMessages = {
  orCard: 'ou payez par carte',
  notOpened: 'Le portefeuille ne s’est pas ouvert. Réessayez ou payez autrement.',
  none: 'Le paiement n’est pas possible ici. Essayez un autre navigateur ou renseignez-vous auprès de la boutique.',
};
