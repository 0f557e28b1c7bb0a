import type * as en from '~/words/en/guide';
import type { Translation } from '~/words/words';

export const guide: Translation<typeof en.guide> = ({ plural }) => ({
  title: 'Guías · Parts Dispatch',
  heading: 'Guías',
  noMatch: (query) => `Ningún tema coincide con “${query}”`,
  searchLabel: 'Buscar en las guías',
  search: 'Buscar',
  found: (count) =>
    plural(count, { one: `Se encontró ${count} tema`, other: `Se encontraron ${count} temas` }),
  print: 'Vista para imprimir',
  back: 'Volver a las guías',
});

export const driversGuide = (): { section: en.Section } => ({
  section: {
    id: 'drivers',
    title: 'Conductores y rutas',
    intro: 'Para conductores: su día en la ruta.',
    topics: [
      {
        id: 'first-sign-in',
        title: '¿Cómo inicio sesión por primera vez?',
        blocks: [
          {
            steps: [
              'Abra el enlace que le enviaron o escanee el código QR con la cámara de su teléfono. El enlace funciona una sola vez y vence a las 24 horas.',
              'Elija su idioma y toque **Iniciar sesión**. Elija una contraseña de 8 caracteres o más y toque **Guardar y continuar**.',
            ],
          },
          {
            text: '¿Un administrador le dio un usuario y una contraseña? Abra la dirección de Parts Dispatch de su empresa en su teléfono e inicie sesión con ellos. Una contraseña temporal se debe cambiar primero. No se aceptan contraseñas comunes ni su propio usuario.',
          },
          {
            text: 'Deje marcado **Recordarme** en su propio teléfono. Su sesión sigue abierta 30 días si usa la aplicación cada semana. Si olvida su contraseña, pida al administrador que la cambie.',
          },
          {
            text: 'Si la página de inicio de sesión ofrece **Registrarse**, puede crear su propio usuario. La oficina lo ve como nuevo hasta que un administrador lo revise y le asigne sus concesionarios.',
          },
        ],
      },
      {
        id: 'home-screen',
        title: '¿Cómo lo pongo en la pantalla de inicio?',
        blocks: [
          {
            list: [
              '**Android, Chrome**: abra el menú de los tres puntos y elija **Agregar a la pantalla principal**.',
              '**iPhone, Safari**: toque **Compartir** y después **Agregar a inicio**.',
            ],
          },
          {
            text: 'Después se abre como una aplicación, también sin conexión. Para esto, la dirección debe empezar con https.',
          },
        ],
      },
      {
        id: 'stops',
        title: '¿Cómo voy a una parada y la completo?',
        blocks: [
          {
            steps: [
              'La tarjeta de arriba es su siguiente parada. Toque **En camino** al pie de la pantalla cuando salga hacia ella.',
              'Toque **Navegar** para abrir la dirección en su aplicación de mapas, o **Llamar** para avisar por teléfono.',
              'Cuando termine, toque **Completar**. Si la parada tiene una entrega, dé su teléfono al cliente para que firme. **Borrar** borra la firma.',
              'Escriba el nombre del cliente en **Recibido por**. Si el cliente no puede dibujar, use **Escribir el nombre**.',
              'Para agregar fotos, toque **Tomar foto** arriba de la firma antes de tocar **Completar**.',
            ],
          },
          {
            picture: {
              file: 'driver.webp',
              alt: 'El teléfono de un conductor: el avance de la ruta, la parada en curso, las siguientes con sus horas y abajo el botón para completar',
            },
          },
          {
            list: [
              'Las tareas con el mismo lugar y la misma dirección son una sola parada, con una sola firma. Solo una parada puede estar en curso a la vez.',
              'Para ir primero a otra parada, toque su línea debajo de la tarjeta. Se abre con sus notas y todos sus botones.',
              '¿Tocó **En camino** por error? Toque **¿Problema?** y después **Todavía no voy**.',
            ],
          },
        ],
      },
      {
        id: 'could-not-complete',
        title: '¿Y si no puedo completar una parada?',
        blocks: [
          {
            steps: [
              'Toque **¿Problema?** y después **No se pudo completar**.',
              'Elija el motivo. Agregue una nota o una foto si ayuda.',
              'Toque **Reportar**. Las tareas salen de su ruta y quedan **En espera**. Su despachador las ve enseguida y las planea de nuevo.',
            ],
          },
        ],
      },
      {
        id: 'mistaken-complete',
        title: '¿Y si toqué Completar por error?',
        blocks: [
          {
            text: 'Toque **Deshacer** abajo en menos de 10 segundos. También funciona sin conexión. Después, llame a su despachador, que puede reabrir la tarea.',
          },
        ],
      },
      {
        id: 'call-dispatcher',
        title: '¿Cómo llamo a mi despachador?',
        blocks: [
          {
            text: 'Abra el menú **Cuenta** arriba y toque **Llamar al despachador**. Si no aparece, su oficina no ha guardado un número.',
          },
        ],
      },
      {
        id: 'office-changes',
        title: '¿Y si la oficina cambia mi parada?',
        blocks: [
          {
            text: 'Un aviso arriba de su siguiente parada dice qué parada cambió y cómo: una dirección nueva, notas nuevas, si se quitó de su ruta y quién lo hizo, si pasó a su siguiente ruta o si está lista para recoger. Se queda hasta que usted toque **Entendido**; lo que la oficina revierte desaparece solo. Con tareas urgentes y con cambios en la parada a la que va, el teléfono también vibra.',
          },
          {
            list: [
              'Una tarea agregada a la parada en curso pasa a ser parte de ella. La página pregunta una vez si quiere incluirla.',
              'Si la oficina completa o borra una tarea mientras su cliente firma, el dibujo se queda y usted ve quién hizo qué. Una entrega completada sin firma todavía puede recibir la suya.',
            ],
          },
        ],
      },
      {
        id: 'offline',
        title: '¿Y si no tengo conexión?',
        blocks: [
          {
            list: [
              'Siga trabajando como siempre. Todo lo que hace, con firmas y fotos, queda en su teléfono como **Por enviar**.',
              'Cuando vuelve la conexión, se envía automáticamente, en el mismo orden. Una parada cuenta desde el momento en que usted tocó, no desde que se envió.',
              'Si algo no se acepta, por ejemplo porque un despachador cambió la tarea, la aplicación dice qué fue y lo guarda, con su firma, hasta que usted decida.',
              'No cierre la sesión ni borre los datos del navegador mientras haya algo por enviar. Al cerrar la sesión se pregunta primero, y después se borra.',
              'Conéctese antes de que pasen 7 días. Lo que es más viejo se rechaza.',
              'Si su sesión termina, iníciela otra vez. Lo que no se ha enviado queda en su teléfono, y solo usted puede enviarlo.',
              'Una foto puede tener hasta 25 megapíxeles. El teléfono normalmente la reduce; si es demasiado grande, elija un tamaño menor en su cámara.',
            ],
          },
        ],
      },
      {
        id: 'location',
        title: '¿Cómo comparto mi ubicación?',
        blocks: [
          {
            steps: [
              'Abra **Ubicación** en el menú de la cuenta y toque **Compartir mientras tenga paradas**. **No compartir** lo termina enseguida. No se guarda nada fuera de su turno.',
              'Mientras su ruta está abierta en el teléfono, este envía su posición, también con cada toque; sin conexión, más tarde.',
              'Para un teléfono en reposo, elija una aplicación gratuita en **Aplicaciones de rastreo** y toque **Agregar aplicación de rastreo**. Abra el enlace en el teléfono o escanee el código.',
            ],
          },
          {
            text: 'La página muestra su recorrido de hoy en un mapa, con sus paradas, y después de cuántos días se borra.',
          },
        ],
      },
      {
        id: 'end-route',
        title: '¿Cómo termino mi ruta y empiezo la siguiente?',
        blocks: [
          {
            steps: [
              'Cuando no queda ninguna parada activa, toque **Terminar ruta**. Sus tareas completadas se archivan, y las tareas de **Siguiente ruta** pasan a **Pendiente**.',
              'Si no tiene nada que terminar y hay tareas para la siguiente ruta, toque **Empezar la siguiente ruta**. Solo las pone en **Pendiente**.',
            ],
          },
        ],
      },
      {
        id: 'driver-order',
        title: '¿Cómo cambio el orden de mis paradas?',
        blocks: [
          {
            steps: [
              'Toque **Cambiar orden**.',
              'Arrastre una parada, o use los botones para moverla hacia arriba, hacia abajo o al principio. Cada cambio se guarda enseguida.',
              'Toque **Listo**.',
            ],
          },
          {
            text: 'Solo se pueden mover las paradas que están **Pendientes**. La parada en curso va siempre primero, y una nueva tarea urgente va justo después. Si la oficina cambia el orden al mismo tiempo, se conservan los dos cambios, y un mensaje dice quién cambió qué.',
          },
        ],
      },
      {
        id: 'optimization',
        title: '¿Cómo recibo una ruta sugerida?',
        blocks: [
          {
            steps: [
              'Toque **Sugerir ruta** junto a **Cambiar orden**; con una sola tarea dice **Mostrar ruta**. Para incluir el regreso, abra **Optimización de la ruta** debajo de sus paradas y marque primero **Regresar al concesionario**.',
              'Vea los minutos que ahorra, el mapa, el **Orden sugerido de la ruta**, la distancia y el tiempo.',
              'Toque **Aplicar el orden de la ruta** para usarlo. Hasta entonces no cambia nada.',
            ],
          },
          {
            text: 'La parada en curso sigue primero, y después van las urgentes. Las tareas que no están en el mapa van al final. Una sugerencia desaparece cuando sus tareas cambian. **Por distancia** quiere decir: sin tiempos de manejo ni tráfico.',
          },
        ],
      },
      {
        id: 'transfer-driver',
        title: '¿Qué es un traslado?',
        blocks: [
          {
            text: 'En un traslado, un conductor entrega piezas a otro. La tarea dice **Para** y el nombre del conductor que las recibe. Ese conductor ve la entrega como **Vinculada**, con un borde morado de rayas. Pasa a **Pendiente** cuando se completa el traslado.',
          },
        ],
      },
      {
        id: 'notifications',
        title: '¿Cómo recibo notificaciones en mi teléfono?',
        blocks: [
          {
            steps: [
              'En un iPhone o iPad, elija primero **Compartir**, **Agregar a inicio**, y abra la página desde ahí.',
              'Abra el menú **Cuenta** y toque **Notificaciones**.',
              'Toque **Activar en este dispositivo** y permítalo. **Enviar notificación de prueba** muestra que funciona.',
            ],
          },
          {
            text: 'Recibe notificaciones de paradas urgentes, nuevas, cambiadas y quitadas, también con la página cerrada. Las notificaciones solo contienen números. Terminan cuando cierra la sesión; elija **Recordarme** al iniciar sesión, o terminan después de media hora sin uso.',
          },
        ],
      },
      {
        id: 'own-settings',
        title: '¿Cómo cambio mi idioma, contraseña, tamaño del texto o teléfono?',
        blocks: [
          {
            text: 'Abra el menú **Cuenta** y toque **Ajustes**. **Cambiar contraseña** está en la lista; el tamaño del texto, los colores oscuros y el idioma están en **Preferencias de la aplicación**, y su nombre, correo y teléfono en **Información del perfil**.',
          },
        ],
      },
    ],
  },
});
