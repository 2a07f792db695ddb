import type {
  ChallengeMessages,
  Direction,
  FrameMessages,
  FormMessages,
  SavedCardMessages,
  StcPayMessages,
  WalletMessages,
} from '../messages.js';

export const code = 'es';
export const direction: Direction = 'ltr';

export const form: FormMessages = {
  labels: {
    number: 'Número de tarjeta',
    expiry: 'Vencimiento',
    cvc: 'Código de seguridad (CVV)',
    name: 'Nombre en la tarjeta',
  },
  expiryPlaceholder: 'MM / AA',
  cvcHint: (digits) => `${digits} dígitos`,
  form: 'Pago con tarjeta',
  accepted: 'Tarjetas aceptadas',
  cardIs: (network) => `Tarjeta ${network}`,
  cardEnding: (digits) => `terminada en ${digits}`,
  pay: (amount) => `Pagar ${amount}`,
  riyals: 'riyales saudíes',
  payNow: 'Pagar',
  payFirst: 'Pague primero aquí y después continúe.',
  paying: 'Procesando…',
  redirecting: 'Abriendo la página de su banco…',
  loading: 'Cargando el formulario de pago…',
  testMode: 'Modo de prueba: sin cobro real.',
  problems: {
    number: {
      empty: 'Introduzca el número de su tarjeta.',
      incomplete: 'El número de su tarjeta está incompleto.',
      too_long: 'Este número de tarjeta es demasiado largo.',
      luhn: 'Revise el número de su tarjeta.',
      unsupported: 'Aquí no se acepta esta tarjeta. Utilice otra tarjeta.',
    },
    expiry: {
      empty: 'Indique el vencimiento.',
      incomplete: 'Indique mes y año.',
      month: 'El mes va de 01 a 12.',
      past: 'Tarjeta vencida.',
      too_far: 'Revise el año.',
      invalid: 'Indique mes y año.',
    },
    cvc: {
      empty: 'Introduzca el código.',
      incomplete: 'Faltan dígitos.',
      invalid: 'Sobran dígitos.',
    },
    name: {
      empty: 'Introduzca el nombre que figura en la tarjeta.',
      looks_like_number: 'Esto parece un número de tarjeta. Introduzca el nombre que figura en la tarjeta.',
      invalid: 'Algunos caracteres no se pueden usar.',
    },
  },
  severalProblems: 'Faltan datos o algunos no son correctos.',
  onlyDigits: 'Use solo números.',
  refused: {
    number: 'Revise el número de su tarjeta.',
    expiry: 'Revise el vencimiento.',
    cvc: 'Revise el código de seguridad.',
    name: 'Revise el nombre en la tarjeta.',
  },
  declines: {
    declined: 'El pago ha sido rechazado.',
    insufficient_funds: 'Esta tarjeta no tiene saldo suficiente.',
    expired_card: 'Esta tarjeta está vencida.',
    limit: 'Este pago supera el límite de su tarjeta.',
    not_permitted: 'Esta tarjeta no permite este tipo de pago.',
    security_code: 'El código de seguridad no se ha aceptado.',
    wrong_number: 'No se ha reconocido este número de tarjeta.',
    not_enrolled: 'Esta tarjeta no está habilitada para pagos en línea. Consulte con su banco.',
    authentication: 'La verificación con su banco no se ha completado.',
    issuer_unavailable: 'No hemos podido contactar con su banco.',
  },
  notCharged: 'No se le ha cobrado nada.',
  tryAgain: 'Revise los datos o utilice otra tarjeta.',
  tryLater: 'Inténtelo más tarde o utilice otra tarjeta.',
  startAnew: 'Para pagar, vuelva a la tienda.',
  failed: 'Pago no completado',
  paid: 'Pago recibido. Gracias.',
  authorized: 'Pago aprobado. Gracias.',
  continue: 'Continuar',
  voided: 'Pago cancelado. Su banco liberará el importe; puede tardar algunos días.',
  refunded: 'Se ha emitido un reembolso.',
  checking: 'Estamos comprobando su pago. Por favor, no vuelva a pagar.',
  checkingTakes: 'Puede tardar un minuto.',
  reference: (id) => `Referencia del pago: ${id}`,
  uncertain: 'Aún no sabemos si su pago se ha realizado. No vuelva a pagar. Consulte con la tienda.',
  atBank: 'Su banco espera su aprobación.',
  toBank: 'Ir a la página de su banco',
  cancelThere: 'Para pagar de otra forma, cancele en la página de su banco.',
  held: 'La tienda debe revisar un pago de este pedido. No vuelva a pagar: consulte con la tienda.',
  charged: (amount) => `Importe de este pago: ${amount}`,
  elsewhere: 'Este pago se está realizando en otra ventana. No vuelva a pagar aquí.',
  anotherWay: 'Pagar de otra forma',
  payTwice:
    'Si el primer pago también se realiza, pagará dos veces. Revise los mensajes de su banco antes de continuar.',
  payAgain: 'Sí, pagar de nuevo',
  back: 'Atrás',
  lost: 'Su pago no nos ha llegado. Puede pagar ahora: solo se le cobrará una vez.',
  lostAgain: 'Este intento no ha funcionado. Inténtelo de nuevo: solo se le cobrará una vez.',
  expired: 'El plazo para pagar ha terminado. Si no ha pagado, vuelva a la tienda y empiece de nuevo.',
  spent:
    'Este pago está cerrado. Es posible que ya haya pagado: consulte con la tienda antes de volver a pagar.',
  closing: (time) => `Hora límite para pagar: ${time} (después tendrá que empezar de nuevo).`,
  misconfigured:
    'Este formulario de pago no funciona. Si ya ha pagado, no vuelva a pagar: consulte con la tienda.',
  pageMisconfigured:
    'Esta página de pago no funciona. Si ya ha pagado, no vuelva a pagar: consulte con la tienda.',
  tooManyTries: 'Demasiados intentos por ahora. Espere un tiempo e inténtelo de nuevo.',
  challengeRequired:
    'La tienda pide antes una comprobación de seguridad. Complétela e inténtelo de nuevo, o consulte con la tienda.',
  errors: {
    network: 'No hemos podido conectar. Compruebe su conexión e inténtelo de nuevo.',
    api: 'El pago no se ha aceptado. Por favor, inténtelo más tarde.',
    card: 'Algunos datos de la tarjeta no se han aceptado. Revíselos e inténtelo de nuevo.',
    canceled: 'El pago se ha interrumpido. Puede intentarlo de nuevo.',
    configuration:
      'Ha habido un error en el sistema de la tienda. Inténtelo más tarde o consulte con la tienda.',
    expired: 'Este pago ha terminado. Revise los mensajes de su banco; si no ha pagado, inténtelo de nuevo.',
  },
};

export const bank: ChallengeMessages = {
  title: 'Confirme con su banco',
  fullPage: 'Abrir en página completa',
  cancel: 'Cerrar',
  loading: 'Abriendo la página de su banco…',
  slow: 'Parece que la página de su banco no se abre aquí. Ábrala en página completa.',
  ask: '¿Salir de la página de su banco? El pago puede realizarse de todos modos, así que no vuelva a pagar.',
  keep: 'Quedarse',
  stop: 'Salir',
};

export const frame: FrameMessages = {
  title: 'Pago con tarjeta',
  silent: 'El formulario de la tarjeta no se ha cargado. Compruebe su conexión e inténtelo de nuevo.',
  retry: 'Reintentar',
};

export const saved: SavedCardMessages = {
  title: 'Tarjetas guardadas',
  another: 'Otra tarjeta',
  expired: 'Vencida',
  unusable: 'No se puede usar aquí',
  offer: 'Guardar esta tarjeta para la próxima vez',
  always: 'Esta tarjeta se guardará para la próxima vez.',
};

export const stcPay: StcPayMessages = {
  legend: '¿Cómo quiere pagar?',
  card: 'Tarjeta',
  mobile: 'Número de móvil',
  mobileEmpty: 'Introduzca su número de móvil.',
  mobileInvalid: 'Compruebe su número de móvil.',
  sent: 'STC Pay ha enviado un código a este número:',
  code: 'Código de STC Pay',
  codeEmpty: 'Introduzca el código.',
  codeInvalid: 'El código tiene de 4 a 10 dígitos.',
  confirm: 'Confirmar',
  change: 'Cambiar el número',
  ending: 'Queda menos de un minuto para introducir el código.',
  notSent: 'El código no se ha enviado. Inténtelo de nuevo.',
  noAnswer: 'No hemos recibido respuesta a su código. Introdúzcalo de nuevo.',
  wrongCode: 'El código no se ha aceptado.',
  notRegistered: 'Este número no está registrado en STC Pay.',
  again: 'Puede intentarlo de nuevo: recibirá un código nuevo.',
};

export const wallets: WalletMessages = {
  orCard: 'o pague con tarjeta',
  notOpened: 'La billetera no se abrió. Inténtelo de nuevo o pague de otra forma.',
  none: 'No se puede pagar aquí. Pruebe con otro navegador o consulte con la tienda.',
};
